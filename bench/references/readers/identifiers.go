// Go's own parser as a judge of which words are code: every identifier of the files named on stdin, with its role.
// usage: go run identifiers.go MODULE, paths on stdin; prints one JSON list.
package main

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"strings"
)

type entry struct {
	Name     string  `json:"name"`
	Declared [][]any `json:"declared"`
	Uses     [][]any `json:"uses"`
	Others   int     `json:"others"`
}

var names = map[string]*entry{}
var module = os.Args[1]

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if lines.Text() != "" {
			read(lines.Text())
		}
	}
	found := []*entry{}
	for _, each := range names {
		if len(each.Declared) > 0 {
			found = append(found, each)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(found); err != nil {
		panic(err)
	}
}

func read(file string) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, nil, 0)
	if err != nil {
		panic(err)
	}
	modules := map[string]bool{}
	for _, each := range tree.Imports {
		where := strings.Trim(each.Path.Value, `"`)
		if where != module && !strings.HasPrefix(where, module+"/") {
			continue
		}
		name := path.Base(where)
		if each.Name != nil {
			name = each.Name.Name
		}
		modules[name] = true
	}
	roles := map[*ast.Ident]string{}
	other := func(idents ...*ast.Ident) {
		for _, each := range idents {
			if each != nil {
				roles[each] = "other"
			}
		}
	}
	ast.Inspect(tree, func(node ast.Node) bool {
		switch it := node.(type) {
		case *ast.FuncDecl:
			if it.Recv == nil {
				roles[it.Name] = "declared"
			} else {
				other(it.Name)
			}
		case *ast.SelectorExpr:
			if left, ok := it.X.(*ast.Ident); !ok || !modules[left.Name] {
				other(it.Sel)
			}
		case *ast.Field:
			other(it.Names...)
		case *ast.ValueSpec:
			other(it.Names...)
		case *ast.TypeSpec:
			other(it.Name)
		case *ast.AssignStmt:
			for _, each := range it.Lhs {
				if name, ok := each.(*ast.Ident); ok {
					other(name)
				}
			}
		case *ast.KeyValueExpr:
			if name, ok := it.Key.(*ast.Ident); ok {
				other(name)
			}
		case *ast.LabeledStmt:
			other(it.Label)
		case *ast.ImportSpec:
			other(it.Name)
		}
		return true
	})
	ast.Inspect(tree, func(node ast.Node) bool {
		ident, ok := node.(*ast.Ident)
		if !ok {
			return true
		}
		each := names[ident.Name]
		if each == nil {
			each = &entry{Name: ident.Name, Declared: [][]any{}, Uses: [][]any{}}
			names[ident.Name] = each
		}
		at := set.Position(ident.Pos())
		place := []any{file, at.Line - 1, at.Column - 1}
		switch roles[ident] {
		case "declared":
			each.Declared = append(each.Declared, place)
		case "other":
			each.Others++
		default:
			each.Uses = append(each.Uses, place)
		}
		return true
	})
}
