package efw2

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// lines takes a file apart into records.
type lines struct {
	in    *bufio.Reader
	ended bool // each record is followed by CR LF
	known bool // whether it is
	buf   []byte
}

func newLines(in io.Reader, p *Profile) *lines {
	l := &lines{in: bufio.NewReaderSize(in, 1<<16)}
	if p != nil {
		l.known, l.ended = true, p.lineEnd() != ""
	}
	return l
}

// next is the next record, with what is wrong with its length. The error is that of
// the file itself, io.EOF at its end.
func (l *lines) next() ([]byte, *Fault, error) {
	if !l.known {
		head, err := l.in.Peek(2 * (recordLen + 2))
		if err != nil && err != io.EOF {
			return nil, nil, err
		}
		l.known, l.ended = true, bytes.IndexByte(head, '\n') >= 0
	}
	if l.ended {
		return l.line()
	}
	if l.buf == nil {
		l.buf = make([]byte, recordLen)
	}
	n, err := io.ReadFull(l.in, l.buf)
	if err == io.ErrUnexpectedEOF {
		return l.buf[:n], length(n), nil
	}
	return l.buf, nil, err
}

// line is a record up to CR LF.
func (l *lines) line() ([]byte, *Fault, error) {
	line, err := l.in.ReadSlice('\n')
	switch {
	case err == io.EOF && len(line) == 0:
		return nil, nil, io.EOF
	case err == io.EOF:
		if len(line) != recordLen {
			return line, length(len(bytes.TrimRight(line, "\r"))), nil
		}
		return line, &Fault{From: recordLen + 1, To: recordLen + 2, Message: "the file ends without the CR LF that ends a record"}, nil
	case errors.Is(err, bufio.ErrBufferFull):
		return line, &Fault{Message: "no line end in 65,536 characters; records are 512 characters and CR LF"}, nil
	case err != nil:
		return nil, nil, err
	}
	line = line[:len(line)-1]
	if n := len(line) - 1; n >= 0 && line[n] == '\r' {
		line = line[:n]
	} else if len(line) == recordLen {
		return line, &Fault{From: recordLen + 1, To: recordLen + 1, Message: "LF alone; a record ends with CR LF"}, nil
	}
	if len(line) != recordLen {
		return line, length(len(line)), nil
	}
	return line, nil, nil
}

func length(n int) *Fault {
	return &Fault{Message: fmt.Sprintf("%d characters instead of %d", n, recordLen)}
}
