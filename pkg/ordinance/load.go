package ordinance

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"example.com/withhold/pkg/calc"
	"example.com/withhold/schedules"
)

// Load reads the embedded data and lays the given directories over it, each of
// the same layout, the later over the earlier: a file replaces the file of that
// id, rows of rates.csv replace all rows of their municipality, sources.yaml adds
// sources, state.yaml replaces state law. The error joins every problem found;
// see [Problems].
func Load(overlays ...string) (*Book, error) {
	layers := []layer{{fs: schedules.FS}}
	for _, dir := range overlays {
		info, err := os.Stat(dir)
		if err != nil {
			return nil, fmt.Errorf("reading schedules: %w", err)
		}
		if !info.IsDir() {
			return nil, fmt.Errorf("reading schedules: %s is a file; name the directory that holds rates.csv or municipalities", dir)
		}
		layers = append(layers, layer{dir, os.DirFS(dir)})
	}
	return load(layers)
}

// ReviewFiles are the tables that an import of rates leaves beside the rows it
// proposes, for people to read. They are no data.
var ReviewFiles = []string{"difference.csv", "suspicious.csv", "problems.csv"}

// A layer is one directory of data; dir is blank for the embedded one.
type layer struct {
	dir string
	fs  fs.FS
}

// path is a file as problems name it.
func (l layer) path(name string) string {
	if l.dir == "" {
		return name
	}
	return filepath.Join(l.dir, filepath.FromSlash(name))
}

// lawFiles is what the files of all layers say, the later layers having
// replaced the earlier.
type lawFiles struct {
	state    *stateLaw
	sources  map[string]*Source
	tables   map[string]*rateTable
	own      map[string]*ownFile
	games    *Winnings
	interest map[int]calc.YearRate
	layer    int               // the one being read
	inLayer  map[string]string // its files, by id
}

func load(layers []layer) (*Book, error) {
	probs := new(problems)
	files := &lawFiles{state: new(stateLaw), sources: map[string]*Source{}, tables: map[string]*rateTable{}, own: map[string]*ownFile{}, games: newWinnings(),
		interest: map[int]calc.YearRate{}}
	hash := sha256.New()
	for i, l := range layers {
		names, err := l.files(probs)
		if err != nil {
			return nil, err
		}
		files.layer, files.inLayer = i, map[string]string{}
		binary.Write(hash, binary.BigEndian, uint64(len(names)))
		for _, name := range names {
			text, err := fs.ReadFile(l.fs, name)
			if err != nil {
				return nil, fmt.Errorf("reading %s: %w", l.path(name), err)
			}
			binary.Write(hash, binary.BigEndian, [2]uint64{uint64(len(name)), uint64(len(text))})
			hash.Write([]byte(name))
			hash.Write(text)
			files.add(l.path(name), name, text, probs)
		}
	}
	book := build(files, probs)
	if err := probs.err(); err != nil {
		return nil, err
	}
	hash.Sum(book.hash[:0])
	return book, nil
}

// files lists the data files of a layer in order, and reports files of this
// kind in places where nothing would read them.
func (l layer) files(probs *problems) ([]string, error) {
	var names []string
	err := fs.WalkDir(l.fs, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return fmt.Errorf("reading %s: %w", l.path(name), err)
		}
		ext := path.Ext(name)
		switch folder := path.Dir(name); {
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && name != ".":
			return fs.SkipDir
		case d.IsDir() || strings.HasPrefix(d.Name(), "."):
		case name == "state.yaml" || name == "sources.yaml" || name == "rates.csv" || name == winningsFile || name == interestFile:
			names = append(names, name)
		case (folder == "municipalities" || folder == "examples") && ext == ".yaml":
			names = append(names, name)
		case folder == "forms" && ext == ".yaml": // no law; package worksheet reads it
		case ext == ".yaml" || ext == ".yml":
			probs.add(l.path(name), 0, "not read from here; write it as municipalities/%s.yaml", strings.TrimSuffix(path.Base(name), ext))
		case slices.Contains(ReviewFiles, name):
			// Of an import, for people.
		case ext == ".csv":
			probs.add(l.path(name), 0, "not read; write its rows in rates.csv at the top of the directory")
		}
		return nil
	})
	slices.Sort(names)
	return names, err
}

// add reads one file of a layer.
func (s *lawFiles) add(shown, name string, text []byte, probs *problems) {
	switch name {
	case "state.yaml":
		s.state = readState(shown, text, probs)
	case "sources.yaml":
		readSources(shown, text, s.sources, probs)
	case winningsFile:
		readWinnings(shown, text, s.games, s.layer, probs)
	case interestFile:
		readInterest(shown, text, s.interest, probs)
	case "rates.csv":
		for id, t := range readRates(shown, text, probs) {
			t.layer, s.tables[id] = s.layer, t
		}
	default:
		f := readOwn(shown, name, text, probs)
		if f == nil {
			return
		}
		if other := s.inLayer[f.id]; other != "" {
			probs.add(shown, 1, "%s is in %s as well; remove one", f.id, other)
		}
		f.place.layer = s.layer
		s.inLayer[f.id], s.own[f.id] = shown, f
	}
}
