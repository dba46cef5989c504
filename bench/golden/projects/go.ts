import type { Project } from "./project.ts";

/** A module with packages, an interface that embeds another, a test, and a vendored copy. */
export const go: Project = {
  name: "mill",
  files: {
    "go.mod": "module example.com/mill\n\ngo 1.22\n\nrequire example.com/grain v1.0.0\n",
    "main.go": `package main

import (
	"fmt"

	"example.com/mill/store"
)

func run(s store.Store) int {
	return store.Merge(1, s.Get("größe 😀"))
}

func main() {
	fmt.Println(run(store.NewBox(1)))
}
`,
    "store/store.go": `// Package store keeps numbers.
package store

import "errors"

// ErrFull is told when nothing more fits.
var ErrFull = errors.New("full")

const limit = 10

// Getter is asked for a number.
type Getter interface {
	Get(key string) int
}

// Store is a Getter with a size.
type Store interface {
	Getter
	Size() int
}

// Box is a Store.
type Box struct {
	size  int
	items map[string]int
}

// NewBox makes one.
func NewBox(size int) *Box {
	return &Box{size: size, items: map[string]int{}}
}

func (b *Box) Get(key string) int {
	return Merge(b.size, len(key))
}

func (b *Box) Size() int { return b.size }

func (b *Box) Put(key string, value int) error {
	if len(b.items) >= limit {
		return ErrFull
	}
	b.items[key] = value
	return nil
}

// Merge adds.
func Merge(a, b int) int {
	return a + b
}

type Pair[K comparable, V any] struct {
	Key   K
	Value V
}

func (p Pair[K, V]) Swap() (V, K) { return p.Value, p.Key }
`,
    "store/store_test.go":
      'package store\n\nimport "testing"\n\nfunc TestMerge(t *testing.T) {\n\tif Merge(1, 2) != 3 {\n\t\tt.Fatal("merge")\n\t}\n}\n',
    "other/other.go":
      'package other\n\n// Merge is another one.\nfunc Merge() string { return "merge" }\n\nvar merged = Merge()\n',
    "broken/broken.go": "package broken\n\nfunc half( {\n}\n\nfunc Whole() int { return 1 }\n",
    "vendor/example.com/grain/grain.go": "package grain\n\nfunc Grind(n int) int { return n }\n",
    "vendor/modules.txt": "# example.com/grain v1.0.0\n## explicit\nexample.com/grain\n",
    Makefile: "build:\n\tgo build ./...\n\ntest: build\n\tgo test ./...\n",
    ".github/workflows/ci.yml":
      "on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: go test ./...\n",
    "README.md": "# Mill\n\nGrinds.\n",
  },
  git: { "store/new.go": "package store\n\nfunc Extra() int { return Merge(3, 4) }\n" },
};
