package worksheet

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// folder is where a layer keeps its profiles.
const folder = "forms"

// Load reads the profiles in the folder forms of base, which is the embedded
// data, and of each directory laid over it, the later replacing the form of that
// id in the earlier; one without the folder adds nothing. The error joins every
// [Problem] found.
func Load(base fs.FS, overlays ...string) (*Forms, error) {
	layers := []layer{{fs: base}}
	for _, dir := range overlays {
		layers = append(layers, layer{dir, os.DirFS(dir)})
	}
	return load(layers)
}

// A layer is one directory of data; dir is blank for the embedded one.
type layer struct {
	dir string
	fs  fs.FS
}

func load(layers []layer) (*Forms, error) {
	probs := new(problems)
	byID := map[string]*Form{}
	for _, l := range layers {
		if err := l.read(byID, probs); err != nil {
			return nil, fmt.Errorf("reading the profiles of forms: %w", err)
		}
	}
	if err := probs.err(); err != nil {
		return nil, err
	}
	forms := new(Forms)
	for _, form := range byID {
		forms.list = append(forms.list, form)
	}
	slices.SortFunc(forms.list, func(a, b *Form) int { return cmp.Compare(a.ID, b.ID) })
	return forms, nil
}

// read adds the forms of a layer to those of the earlier.
func (l layer) read(byID map[string]*Form, probs *problems) error {
	files, err := fs.ReadDir(l.fs, folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, file := range files {
		name := path.Join(folder, file.Name())
		if file.IsDir() || path.Ext(name) != ".yaml" || strings.HasPrefix(file.Name(), ".") {
			continue
		}
		text, err := fs.ReadFile(l.fs, name)
		if err != nil {
			return err
		}
		if form := Parse(filepath.ToSlash(filepath.Join(l.dir, name)), text, probs.take); form != nil {
			byID[form.ID] = form
		}
	}
	return nil
}

// take adds a problem that another found.
func (p *problems) take(q *Problem) { p.list = append(p.list, q) }

// Parse reads one profile; name is the file as problems call it, and gives the
// id that it must have. Each fault goes to report, and then there is no form.
func Parse(name string, text []byte, report func(*Problem)) *Form {
	t := &textFile{name, new(problems)}
	var form *Form
	if root := t.root(text); root != nil {
		form = newReader(t).form(root, strings.TrimSuffix(path.Base(name), ".yaml"))
	}
	for _, p := range t.probs.list {
		report(p)
	}
	if len(t.probs.list) > 0 {
		return nil
	}
	return form
}
