import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const store = over(
  "go",
  "store.go",
  `// Package store keeps things.
package store

import (
	"fmt"
	"sync"
)

const Limit = 10

const (
	// Red is the first.
	Red = iota
	Green
	Blue
)

var (
	mu    sync.Mutex
	names = []string{"a", "b"}
)

type (
	Key   string
	Value interface{ ~int | ~string }
)

// Store keeps values by key.
type Store[K comparable, V any] struct {
	items map[K]V \`json:"items,omitempty"\`
	next  *Store[K, V]
}

type Reader interface {
	Read(p []byte) (n int, err error)
	fmt.Stringer
}

// Get reads one.
//
//go:noinline
func (s *Store[K, V]) Get(key K) (V, bool) {
	mu.Lock()
	defer mu.Unlock()
	v, ok := s.items[key]
	return v, ok
}

func (s Store[K, V]) Len() int { return len(s.items) }

func Map[T, U any](list []T, f func(T) U) []U {
	out := make([]U, 0, len(list))
	for _, each := range list {
		out = append(out, f(each))
	}
	return out
}

func init() {
	names = append(names, \`raw {
	text\`)
}

func init() {
	fmt.Println(Limit, Red)
}
`,
);
const get = `	mu.Lock()
	defer mu.Unlock()
	v, ok := s.items[key]
	return v, ok
`;

/** Receivers, generics, groups. */
export const go = [
  store.does(
    "a function with type parameters",
    replace("Map", "func Map[T, U any](list []T, f func(T) U) []U {\n\treturn nil\n}"),
    to(
      "	out := make([]U, 0, len(list))\n	for _, each := range list {\n		out = append(out, f(each))\n	}\n	return out\n",
      "	return nil\n",
    ),
  ),
  store.does(
    "a method with a receiver, its comment stays",
    replace("Store/Get", "func (s *Store[K, V]) Get(key K) (v V, ok bool) {\n\treturn\n}"),
    to(
      `func (s *Store[K, V]) Get(key K) (V, bool) {\n${get}`,
      "func (s *Store[K, V]) Get(key K) (v V, ok bool) {\n	return\n",
    ),
  ),
  store.does(
    "the body of a method",
    replaceBody("Store/Get", "v, ok := s.items[key]\nreturn v, ok"),
    to("	mu.Lock()\n	defer mu.Unlock()\n", ""),
  ),
  store.does(
    "a body that is sent with spaces",
    replaceBody("Map", "for range list {\n    fmt.Println()\n}\nreturn nil"),
    to(
      "	out := make([]U, 0, len(list))\n	for _, each := range list {\n		out = append(out, f(each))\n	}\n	return out\n",
      "	for range list {\n		fmt.Println()\n	}\n	return nil\n",
    ),
  ),
  store.does(
    "the body of a method on one line",
    replaceBody("Store/Len", "return 1"),
    to("{ return len(s.items) }", "{ return 1 }"),
    to("{ return len(s.items) }", "{\n	return 1\n}"),
  ),
  store.does(
    "a raw text keeps its shape",
    replaceBody("init[0]", "names = append(names, `\nflat\n  deep`)"),
    to("`raw {\n\ttext`", "`\nflat\n  deep`"),
  ),
  store.refuses("two functions init", replaceBody("init", "names = nil"), "ambiguous_symbol"),
  store.does("the second of them", replaceBody("init[1]", "fmt.Println(Red)"), to("Limit, Red", "Red")),
  store.does("a constant", replace("Limit", "const Limit = 20"), to("Limit = 10", "Limit = 20")),
  store.mayRefuse("a constant of a group", replace("Green", "Green = 7"), to("	Green\n", "	Green = 7\n")),
  store.mayRefuse(
    "a constant of a group, sent as a declaration of its own",
    replace("Green", "const Green = 7"),
    to("	Green\n", "	Green = 7\n"),
  ),
  store.mayRefuse("a constant of a group is removed", remove("Green"), to("	Green\n", "")),
  store.mayRefuse(
    "the first constant of a group is removed with its comment",
    remove("Red", { unproven: "leave" }),
    to("	// Red is the first.\n	Red = iota\n", ""),
  ),
  store.mayRefuse(
    "a constant is put behind one of a group",
    insert("after", "Green", "Cyan"),
    to("	Green\n", "	Green\n	Cyan\n"),
  ),
  store.mayRefuse(
    "a declaration behind one of a group",
    insert("after", "Blue", "const Cyan = 9"),
    to("	Blue\n)\n", "	Blue\n)\n\nconst Cyan = 9\n"),
    to("	Blue\n", "	Blue\n	Cyan = 9\n"),
  ),
  store.mayRefuse("a variable of a group", replace("names", 'names = []string{"c"}'), to('{"a", "b"}', '{"c"}')),
  store.mayRefuse(
    "a variable of a group, sent as a declaration of its own",
    replace("names", 'var names = []string{"c"}'),
    to('{"a", "b"}', '{"c"}'),
  ),
  store.mayRefuse(
    "a type of a group",
    replace("Key", "Key int"),
    to("	Key   string", "	Key int"),
    to("	Key   string", "	Key   int"),
  ),
  store.mayRefuse(
    "a type of a group, sent as a declaration of its own",
    replace("Key", "type Key int"),
    to("	Key   string", "	Key int"),
    to("	Key   string", "	Key   int"),
  ),
  store.mayRefuse("a type of a group is removed", remove("Key"), to("	Key   string\n", "")),
  store.does(
    "a struct with tags",
    replace("Store", 'type Store[K comparable, V any] struct {\n\titems map[K]V `json:"all"`\n}'),
    to('	items map[K]V `json:"items,omitempty"`\n	next  *Store[K, V]\n', '	items map[K]V `json:"all"`\n'),
  ),
  store.mayRefuse(
    "a field with a tag",
    replace("Store/items", 'items map[K]V `json:"all"`'),
    to("items,omitempty", "all"),
  ),
  store.mayRefuse(
    "a field as the last",
    insert("last", "Store", "size int"),
    to("	next  *Store[K, V]\n", "	next  *Store[K, V]\n	size int\n"),
  ),
  store.mayRefuse(
    "a method of an interface",
    replace("Reader/Read", "Read(p []byte) int"),
    to("Read(p []byte) (n int, err error)", "Read(p []byte) int"),
  ),
  store.mayRefuse(
    "a method into an interface",
    insert("last", "Reader", "Close() error"),
    to("	fmt.Stringer\n", "	fmt.Stringer\n	Close() error\n"),
  ),
  store.adds(
    "a function behind a method",
    insert("after", "Store/Get", "func (s *Store[K, V]) Put(key K, v V) {\n\ts.items[key] = v\n}"),
    to("	return v, ok\n}\n", "	return v, ok\n}\n\nfunc (s *Store[K, V]) Put(key K, v V) {\n	s.items[key] = v\n}\n"),
  ),
  store.adds(
    "a method before one stands before its comment",
    insert("before", "Store/Get", "func (s *Store[K, V]) Put(key K, v V) {\n\ts.items[key] = v\n}"),
    to("// Get reads one.", "func (s *Store[K, V]) Put(key K, v V) {\n	s.items[key] = v\n}\n\n// Get reads one."),
  ),
  store.mayRefuse(
    "a method as the last of a struct",
    insert("last", "Store", "func (s *Store[K, V]) Put(key K, v V) {\n\ts.items[key] = v\n}"),
    to(
      "{ return len(s.items) }\n",
      "{ return len(s.items) }\n\nfunc (s *Store[K, V]) Put(key K, v V) {\n	s.items[key] = v\n}\n",
    ),
  ),
  store.mayRefuse(
    "an import as a declaration of its own",
    insert("imports", undefined, 'import "os"'),
    to('	"sync"\n)\n', '	"sync"\n)\nimport "os"\n'),
    to('	"sync"\n', '	"sync"\n	"os"\n'),
    to('	"fmt"\n', '	"fmt"\n	"os"\n'),
    to("import (", 'import "os"\nimport ('),
  ),
  store.mayRefuse(
    "an import as a line of the block",
    insert("imports", undefined, '"os"'),
    to('	"sync"\n', '	"sync"\n	"os"\n'),
    to('	"fmt"\n', '	"fmt"\n	"os"\n'),
  ),
  store.adds(
    "code last in the file",
    insert("last", undefined, "var done = true"),
    to("	fmt.Println(Limit, Red)\n}\n", "	fmt.Println(Limit, Red)\n}\n\nvar done = true\n"),
  ),
  store.adds(
    "code first in the file stands behind package and imports",
    insert("first", undefined, "var done = true"),
    to('	"sync"\n)\n', '	"sync"\n)\n\nvar done = true\n'),
  ),
  store.refuses("a constant that is used is not removed", remove("Limit")),
  store.does(
    "a function that nobody uses is removed",
    remove("Map"),
    to(
      "func Map[T, U any](list []T, f func(T) U) []U {\n	out := make([]U, 0, len(list))\n	for _, each := range list {\n		out = append(out, f(each))\n	}\n	return out\n}\n\n",
      "",
    ),
  ),
  store.does(
    "a method is removed with its comment",
    remove("Store/Get", { unproven: "leave" }),
    to(`// Get reads one.\n//\n//go:noinline\nfunc (s *Store[K, V]) Get(key K) (V, bool) {\n${get}}\n\n`, ""),
  ),
  store.does(
    "a method with its comment is replaced",
    replace("Store/Get", "// Get is gone.\nfunc (s *Store[K, V]) Get(key K) (v V, ok bool) { return }", {
      part: "with_doc",
    }),
    to(
      `// Get reads one.\n//\n//go:noinline\nfunc (s *Store[K, V]) Get(key K) (V, bool) {\n${get}}\n`,
      "// Get is gone.\nfunc (s *Store[K, V]) Get(key K) (v V, ok bool) { return }\n",
    ),
  ),
  store.refuses("a raw text that does not end", replaceBody("Store/Get", "fmt.Println(`x)")),
  store.refuses("a brace too many", replaceBody("Map", "return nil\n}\nfunc more() {\n{")),
  store.refuses("a comment that does not end", replace("Limit", "const Limit = 20 /*")),
  store.refuses(
    "a function without an end",
    replace("Map", "func Map[T, U any](list []T, f func(T) U) []U {\n\treturn nil"),
  ),
  store.mayRefuse(
    "a body in a fence",
    replaceBody("Map", "```go\nreturn nil\n```"),
    to(
      "	out := make([]U, 0, len(list))\n	for _, each := range list {\n		out = append(out, f(each))\n	}\n	return out\n",
      "	return nil\n",
    ),
  ),
  store.mayRefuse(
    "a declaration as a body",
    replaceBody("Store/Len", "func (s Store[K, V]) Len() int {\n\treturn 1\n}"),
    to("{ return len(s.items) }", "{ return 1 }"),
    to("{ return len(s.items) }", "{\n	return 1\n}"),
  ),
];
