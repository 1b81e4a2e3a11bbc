package ledger

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite" // registers the driver as well
)

// applicationID marks an SQLite file as a ledger of ours, in its header.
const applicationID = 0x57_48_4c_44 // WHLD

// ErrDamaged says that a ledger file cannot be trusted.
var ErrDamaged = errors.New("the ledger file is damaged")

// ErrFull says that the disk is full.
var ErrFull = errors.New("no room is left on the disk of the ledger; make room and run again")

// damaged says of which file, and what to do.
func damaged(path, why string) error {
	return fmt.Errorf("%s: %w (%s); nothing was changed. Put it aside together with its -wal and -shm files, restore the latest copy "+
		"made by withhold ledger backup, and run again what was posted since: what is posted already changes nothing", path, ErrDamaged, why)
}

// Open opens a ledger file, or makes one where there is none. The caller holds
// the [Lock].
func Open(ctx context.Context, path string) (*SQL, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := create(ctx, path); err != nil {
			return nil, err
		}
	}
	return OpenExisting(ctx, path)
}

// OpenExisting opens a ledger file that is there.
func OpenExisting(ctx context.Context, path string) (*SQL, error) {
	short, err := checkHeader(path)
	if err != nil {
		return nil, err
	}
	s, err := connect(path)
	if err != nil {
		return nil, err
	}
	if err := s.sound(ctx, short); err != nil {
		return nil, errors.Join(err, s.db.Close())
	}
	if err := s.migrate(ctx, len(migrations)); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, s.explain(err)), s.db.Close())
	}
	return s, nil
}

// create makes a ledger beside its place and puts it there whole, so that an
// empty or half-made file is never taken for a ledger.
func create(ctx context.Context, path string) error {
	if _, err := os.Lstat(path + "-wal"); err == nil {
		return fmt.Errorf("%s is missing, but %[1]s-wal, which belongs to it, is there: put the ledger back or, to begin a new one, move the -wal file away", path)
	}
	made := path + ".new"
	for _, end := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(made + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	f, err := os.OpenFile(made, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("the ledger cannot be made: %w", err)
	}
	if err := f.Close(); err != nil {
		return err
	}
	s, err := connect(made)
	if err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", applicationID))
	if err == nil {
		err = s.migrate(ctx, len(migrations))
	}
	if err == nil {
		_, err = s.db.ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	}
	if err := errors.Join(s.explain(err), s.db.Close()); err != nil {
		for _, end := range []string{"", "-wal", "-shm"} {
			os.Remove(made + end) // what stays is removed before the next is made
		}
		return err
	}
	if err := errors.Join(os.Rename(made, path), syncDir(filepath.Dir(path))); err != nil {
		return err
	}
	return nil
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	err = d.Sync()
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrInvalid) {
		return nil // some file systems cannot sync a folder
	}
	return err
}

// connect opens the database: WAL, durable at every commit, one writer that
// takes its place at once.
func connect(path string) (*SQL, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", OmitHost: true, Path: filepath.ToSlash(abs), RawQuery: url.Values{
		"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "cache_size(-32000)"},
		"_txlock": {"immediate"}}.Encode()}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, err
	}
	s := &SQL{db: db, keyType: "INTEGER", clustered: "WITHOUT ROWID", insert: "INSERT OR FAIL INTO ", path: path}
	s.explain = func(err error) error { return explain(path, err) }
	return s, nil
}

// explain says what an error of SQLite means for a person.
func explain(path string, err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case 11, 26: // SQLITE_CORRUPT, SQLITE_NOTADB
		return damaged(path, "a page of it cannot be read")
	case 13: // SQLITE_FULL
		return fmt.Errorf("%s: %w", path, ErrFull)
	case 8, 14: // SQLITE_READONLY, SQLITE_CANTOPEN
		return fmt.Errorf("%s cannot be written: the file and its folder must be writable, and allow the -wal and -shm files beside it (%w)", path, err)
	case 5, 6: // SQLITE_BUSY, SQLITE_LOCKED
		return fmt.Errorf("%s is in use by another program: %w", path, err)
	case 10: // SQLITE_IOERR
		return fmt.Errorf("%s: reading or writing failed, as on a full or failing disk: %w", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// checkHeader looks at the first bytes of the file, before SQLite does, so that
// nothing is written to a file that is no ledger. A file that is shorter than it
// says is damaged, unless its -wal file can have the rest, as after a disk was full
// when that was to be moved into the ledger: short says so.
func checkHeader(path string) (short bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, fmt.Errorf("the ledger cannot be opened: %w", err)
	}
	defer f.Close()
	var h [100]byte
	if _, err := io.ReadFull(f, h[:]); err != nil {
		return false, damaged(path, "it is empty or cut off")
	}
	if string(h[:16]) != "SQLite format 3\x00" {
		return false, fmt.Errorf("%s is not a ledger of withhold, or is damaged from its first byte; give --ledger another path, or restore the latest backup", path)
	}
	if binary.BigEndian.Uint32(h[68:]) != applicationID {
		return false, fmt.Errorf("%s is an SQLite file, but not a ledger of withhold; give --ledger another path", path)
	}
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	size := int64(binary.BigEndian.Uint16(h[16:]))
	if size == 1 {
		size = 1 << 16
	}
	pages := int64(binary.BigEndian.Uint32(h[28:]))
	if info.Size() >= pages*size {
		return false, nil
	}
	if wal, err := os.Stat(path + "-wal"); err == nil && wal.Size() > 0 {
		return true, nil
	}
	return true, damaged(path, fmt.Sprintf("it has %d bytes of %d", info.Size(), pages*size))
}

// soundLimit is up to which size a file is looked through before every use:
// some tenths of a second. "withhold ledger check" looks through any.
const soundLimit = 128 << 20

// sound looks the file through, of any size where it is short.
func (s *SQL) sound(ctx context.Context, short bool) error {
	info, err := os.Stat(s.path)
	if err != nil {
		return err
	}
	if info.Size() > soundLimit && !short {
		return s.explain(s.db.PingContext(ctx))
	}
	return s.integrity(ctx, "quick_check")
}

func (s *SQL) integrity(ctx context.Context, pragma string) error {
	var first string
	if err := s.db.QueryRowContext(ctx, "PRAGMA "+pragma+"(1)").Scan(&first); err != nil {
		return s.explain(err)
	}
	if first != "ok" {
		return damaged(s.path, first)
	}
	return nil
}

// Backup writes a copy of the ledger as it is now to a new file, also while a
// run posts.
func (s *SQL) Backup(ctx context.Context, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(err, fmt.Errorf("%s exists; a backup is never written over a file", to))
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	_, err = s.db.ExecContext(ctx, "VACUUM INTO ?", to)
	if err == nil {
		err = copied(to)
	}
	if err != nil {
		return errors.Join(explain(to, err), os.Remove(to))
	}
	return nil
}

// copied makes the copy durable.
func copied(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close(), syncDir(filepath.Dir(path)))
}
