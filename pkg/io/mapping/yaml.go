package mapping

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// each calls f for the keys and values of a node, in order, each key once.
func (m *Mapping) each(node *yaml.Node, what string, f func(key, value *yaml.Node) error) error {
	if node.Kind != yaml.MappingNode {
		return m.at(node, what+" is not a list of key: value")
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		if key.Kind != yaml.ScalarNode || key.Value == "" || key.Tag == "!!merge" {
			return m.at(key, "a key that is not a name")
		}
		if seen[key.Value] {
			return m.at(key, fmt.Sprintf("%s is given twice", key.Value))
		}
		seen[key.Value] = true
		if err := f(key, value); err != nil {
			return err
		}
	}
	return nil
}

// items calls f for the members of a list that is not empty.
func (m *Mapping) items(node *yaml.Node, what string, f func(*yaml.Node) error) error {
	if node.Kind != yaml.SequenceNode || len(node.Content) == 0 {
		return m.at(node, what+" is not a list")
	}
	for _, n := range node.Content {
		if err := f(n); err != nil {
			return err
		}
	}
	return nil
}

// text is a value as written.
func (m *Mapping) text(value *yaml.Node, key string) (string, error) {
	if value.Kind != yaml.ScalarNode || value.Value == "" || value.Tag == "!!null" {
		return "", m.at(value, key+" needs a text")
	}
	return value.Value, nil
}

// texts is a list of texts, or one.
func (m *Mapping) texts(value *yaml.Node, key string) ([]string, error) {
	if value.Kind != yaml.SequenceNode {
		s, err := m.text(value, key)
		return []string{s}, err
	}
	var list []string
	err := m.items(value, key, func(n *yaml.Node) error {
		s, err := m.text(n, key)
		list = append(list, s)
		return err
	})
	return list, err
}

// words is texts by texts.
func (m *Mapping) words(value *yaml.Node, key string) (map[string]string, error) {
	list := map[string]string{}
	err := m.each(value, key, func(k, v *yaml.Node) (err error) {
		list[k.Value], err = m.text(v, k.Value)
		return err
	})
	return list, err
}

func (m *Mapping) yes(value *yaml.Node, key string) (bool, error) {
	switch strings.ToLower(value.Value) {
	case "yes", "true":
		return true, nil
	case "no", "false":
		return false, nil
	}
	return false, m.at(value, key+": write yes or no")
}

func (m *Mapping) number(value *yaml.Node, key string, low, high int) (int, error) {
	n, err := strconv.Atoi(value.Value)
	if err != nil || n < low || n > high {
		return 0, m.at(value, fmt.Sprintf("%s: write a number from %d to %d", key, low, high))
	}
	return n, nil
}

// choice is one of the words given.
func (m *Mapping) choice(value *yaml.Node, key, kind string, words ...string) (string, error) {
	s, err := m.text(value, key)
	if err == nil && !slices.Contains(words, s) {
		last := len(words) - 1
		err = m.at(value, fmt.Sprintf("%s: %q is not %s; write %s or %s", key, s, kind, strings.Join(words[:last], ", "), words[last]))
	}
	return s, err
}

func (m *Mapping) at(node *yaml.Node, message string) error {
	return fmt.Errorf("%s:%d: %s", m.file, node.Line, message)
}
