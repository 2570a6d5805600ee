import { graphOf } from './testing/graph-of';

/** As in gorilla/mux: types of one package, an external test package, and a package of the same method names. */
const FILES = {
  'go.mod': 'module example.com/mux\n\ngo 1.22\n',
  'route.go': `package mux

import "net/http"

type matcher interface {
	Match(*http.Request, *RouteMatch) bool
}

type RouteMatch struct{}

type headerMatcher map[string]string

func (m headerMatcher) Match(r *http.Request, match *RouteMatch) bool {
	return true
}

type MatcherFunc func(*http.Request, *RouteMatch) bool

// Match returns the match for a given request.
func (m MatcherFunc) Match(r *http.Request, match *RouteMatch) bool {
	return m(r, match)
}

// Its result is another one.
type counter struct{}

func (c counter) Match(r *http.Request, match *RouteMatch) int { return 0 }
`,
  'embed.go': `package mux

type closer interface{ close() }

type closingMatcher interface {
	matcher
	closer
}

type base struct{}

func (b *base) close() {}

type full struct {
	base
	headerMatcher
}

type unknown interface {
	elsewhere.Thing
	close()
}

type sized interface{ ~int | ~string }
`,
  'source.go': `package mux

import (
	"fmt"
	stdio "io"
	"os"

	"example.org/other/http"
)

// Embeds one of the standard library, and the predeclared one.
type coded interface {
	error
	Code() int
}

type failure struct{}

func (f *failure) Error() string { return "" }
func (f *failure) Code() int     { return 1 }

// It has a code and is no error.
type status struct{}

func (s status) Code() int { return 1 }

type source interface {
	fmt.Stringer
	stdio.Reader
	Stat() (os.FileInfo, error)
}

type file struct{ name }

func (f file) Read(p []byte) (n int, err error)  { return 0, nil }
func (f file) Stat() (os.FileInfo, error)        { return nil, nil }

type name string

func (n name) String() string { return "" }

// Its methods come from what it embeds.
type wrapped struct {
	stdio.Reader
	fmt.Stringer
}

func (w wrapped) Stat() (os.FileInfo, error) { return nil, nil }

// No text.
type silent struct{ stdio.Reader }

func (s silent) Stat() (os.FileInfo, error) { return nil, nil }

// A package of that name elsewhere.
type served interface {
	http.Handler
	Code() int
}
`,
  'sub/other.go': `package sub

import (
	"net/http"

	"example.com/mux"
)

type Outside struct{}

func (o Outside) Match(r *http.Request, match *mux.RouteMatch) bool { return false }

func (o Outside) close() {}
`,
};

describe('interfaces of Go', () => {
  let implementing: readonly string[];
  beforeAll(async () => {
    const { edges } = await graphOf(FILES);
    implementing = edges
      .filter((edge) => edge.includes(' IMPLEMENTS '))
      .map((edge) => edge.replaceAll('|TYPE', ''));
  });

  it('are implemented by the types that have their methods', () => {
    expect(implementing).toEqual(
      expect.arrayContaining([
        'mux.headerMatcher IMPLEMENTS mux.matcher',
        'mux.MatcherFunc IMPLEMENTS mux.matcher',
        'sub.Outside IMPLEMENTS mux.matcher',
      ]),
    );
  });

  it('are implemented through the types that a struct embeds, with the methods that they embed themselves', () => {
    expect(implementing).toEqual(expect.arrayContaining(['mux.full IMPLEMENTS mux.closingMatcher']));
  });

  it.each([
    ['the predeclared one', 'mux.failure IMPLEMENTS mux.coded'],
    ['some of the standard library', 'mux.file IMPLEMENTS mux.source'],
    ['what a struct embeds of it', 'mux.wrapped IMPLEMENTS mux.source'],
  ])('are implemented where they embed %s', (_what, edge) => {
    expect(implementing).toContain(edge);
  });

  it.each([
    ['a part of the methods only', 'mux.status IMPLEMENTS mux.coded'],
    ['the methods of only one of the two that it embeds', 'mux.silent IMPLEMENTS mux.source'],
    [
      'one of another package embedded that has the name of a standard one',
      'mux.status IMPLEMENTS mux.served',
    ],
    ['another result', 'mux.counter IMPLEMENTS mux.matcher'],
    ['an unexported method of another package', 'sub.Outside IMPLEMENTS mux.closer'],
    ['an embedded interface that is not known', 'mux.base IMPLEMENTS mux.unknown'],
    ['no methods', 'mux.full IMPLEMENTS mux.sized'],
  ])('are not implemented with %s', (_why, edge) => {
    expect(implementing).not.toContain(edge);
  });
});
