import { graphOf } from '../link/testing/graph-of';

const GO = {
  'go.mod': `module example.com/shop

go 1.22
`,
  'store/store.go': `// Package store keeps things.
package store

import "errors"

// ErrMissing is returned for unknown names.
var ErrMissing = errors.New("missing")

type Item interface {
	Total() int
}

// Store keeps items by name.
type Store[T Item] struct {
	items map[string]T
	Name  string
}

func New(name string) *Store[Item] {
	return &Store[Item]{Name: name}
}

func (s *Store[T]) Find(name string) (T, error) {
	return s.items[name], ErrMissing
}
`,
  'store/extra.go': `package store

func init() {}

func (s *Store[T]) Len() int { return len(s.items) }
`,
  'store/more.go': `package store

func init() { New("x") }
`,
  'main.go': `package main

import (
	"fmt"

	st "example.com/shop/store"
)

const (
	// A is first.
	A = iota
	B
)

type line struct{ price int }

func (l line) Total() int { return l.price }

type invoices struct {
	*st.Store[st.Item]
	lines []*line
}

func (i *invoices) total() (sum int) {
	for _, l := range i.lines {
		sum += l.Total()
	}
	i.Len()
	return sum
}

func main() {
	s := st.New("a")
	item, err := s.Find("b")
	if err == st.ErrMissing {
		fmt.Println(item)
	}
	inv := &invoices{Store: s}
	inv.total()
	func(l line) { l.Total() }(line{})
}
`,
};

describe('Go: packages, methods in other files, embedding, go.mod', () => {
  it('defines', async () => {
    const { nodes } = await graphOf(GO);
    expect(nodes).toEqual([
      'store.ErrMissing|FIELD 6-7',
      'store.Item|TYPE 9-11',
      'store.Item.Total|METHOD 10-10',
      'store.Store|TYPE 13-17',
      'store.Store.items|FIELD 15-15',
      'store.Store.Name|FIELD 16-16',
      'store.New|FUNCTION 19-21',
      'store.Store.Find|METHOD 23-25',
      'store.init|FUNCTION 3-3',
      'store.Store.Len|METHOD 5-5',
      'store.init~2|FUNCTION 3-3',
      'main.A|FIELD 10-11',
      'main.B|FIELD 12-12',
      'main.line|TYPE 15-15',
      'main.line.price|FIELD 15-15',
      'main.line.Total|METHOD 17-17',
      'main.invoices|TYPE 19-22',
      'main.invoices.lines|FIELD 21-21',
      'main.invoices.total|METHOD 24-30',
      'main.main|FUNCTION 32-41',
    ]);
  });

  it('connects', async () => {
    const { edges } = await graphOf(GO);
    expect(edges).toEqual([
      'store.Store|TYPE USES store.Item|TYPE',
      'store.New|FUNCTION USES store.Item|TYPE',
      'store.New|FUNCTION USES store.Store|TYPE',
      'store.Store.Find|METHOD USES store.ErrMissing|FIELD',
      'store.init~2|FUNCTION CALLS store.New|FUNCTION',
      'main.go|FILE IMPORTS store/extra.go|FILE',
      'main.go|FILE IMPORTS store/store.go|FILE',
      'main.line|TYPE IMPLEMENTS store.Item|TYPE',
      'main.invoices|TYPE USES store.Item|TYPE',
      'main.invoices|TYPE INHERITS store.Store|TYPE',
      'main.invoices.lines|FIELD USES main.line|TYPE',
      'main.invoices.total|METHOD CALLS main.line.Total|METHOD',
      'main.invoices.total|METHOD CALLS store.Store.Len|METHOD',
      'main.main|FUNCTION CALLS store.New|FUNCTION',
      'main.main|FUNCTION CALLS store.Store.Find|METHOD',
      'main.main|FUNCTION USES store.ErrMissing|FIELD',
      'main.main|FUNCTION USES main.invoices|TYPE',
      'main.main|FUNCTION CALLS main.invoices.total|METHOD',
      'main.main|FUNCTION CALLS main.line.Total|METHOD',
      'main.main|FUNCTION USES main.line|TYPE',
    ]);
  });
});
