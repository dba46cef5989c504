// Go by go/types: judge ROOT prints what every identifier of the module's packages, tests included, refers to.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/packages"
)

type row struct {
	Declare   string   `json:"declare,omitempty"`
	Use       []string `json:"use,omitempty"`
	At        [3]any   `json:"at"`
	Name      string   `json:"name"`
	Kind      string   `json:"kind,omitempty"`
	Container *string  `json:"container,omitempty"`
}

type judge struct {
	root   string
	fset   *token.FileSet
	output *json.Encoder
	// Methods and fields by the place of their declaration.
	owners map[token.Pos]string
}

func main() {
	root, err := filepath.EvalSymlinks(os.Args[1])
	fail(err)
	fset := token.NewFileSet()
	mode := packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo |
		packages.NeedImports | packages.NeedDeps | packages.NeedModule
	loaded, err := packages.Load(&packages.Config{Mode: mode, Dir: root, Fset: fset, Tests: true}, "./...")
	fail(err)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	judge := &judge{root: root, fset: fset, output: json.NewEncoder(out), owners: map[token.Pos]string{}}
	for _, each := range loaded {
		for _, problem := range each.Errors {
			fmt.Fprintln(os.Stderr, problem)
		}
		for _, file := range each.Syntax {
			judge.findOwners(file)
		}
		for identifier, object := range each.TypesInfo.Defs {
			if object != nil && identifier.Name != "_" {
				judge.declare(identifier, object)
			}
		}
		for identifier, object := range each.TypesInfo.Uses {
			judge.use(identifier, object)
		}
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The type around each method, field and method of an interface.
func (judge *judge) findOwners(file *ast.File) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncDecl:
			if node.Recv != nil && len(node.Recv.List) == 1 {
				judge.owners[node.Name.Pos()] = receiver(node.Recv.List[0].Type)
			}
		case *ast.TypeSpec:
			var fields *ast.FieldList
			switch inner := node.Type.(type) {
			case *ast.StructType:
				fields = inner.Fields
			case *ast.InterfaceType:
				fields = inner.Methods
			default:
				return true
			}
			for _, field := range fields.List {
				for _, name := range field.Names {
					judge.owners[name.Pos()] = node.Name.Name
				}
			}
		}
		return true
	})
}

func receiver(expression ast.Expr) string {
	switch node := expression.(type) {
	case *ast.StarExpr:
		return receiver(node.X)
	case *ast.IndexExpr:
		return receiver(node.X)
	case *ast.IndexListExpr:
		return receiver(node.X)
	case *ast.Ident:
		return node.Name
	}
	return ""
}

func (judge *judge) declare(identifier *ast.Ident, object types.Object) {
	file, line, column, own := judge.place(identifier.Pos())
	if !own {
		return
	}
	container := judge.owners[identifier.Pos()]
	id := fmt.Sprintf("%s:%d:%d", file, line, column)
	judge.print(row{Declare: id, At: [3]any{file, line, column}, Name: identifier.Name, Kind: kindOf(object), Container: &container})
}

func (judge *judge) use(identifier *ast.Ident, object types.Object) {
	file, line, column, own := judge.place(identifier.Pos())
	if !own {
		return
	}
	// The position is that of the generic one, whatever it was instantiated with.
	id := "outside"
	if declared, at, from, inside := judge.place(object.Pos()); inside {
		id = fmt.Sprintf("%s:%d:%d", declared, at, from)
	}
	judge.print(row{Use: []string{id}, At: [3]any{file, line, column}, Name: identifier.Name})
}

func (judge *judge) place(at token.Pos) (string, int, int, bool) {
	if !at.IsValid() {
		return "", 0, 0, false
	}
	position := judge.fset.Position(at)
	path, err := filepath.Rel(judge.root, position.Filename)
	if err != nil || strings.HasPrefix(path, "..") || strings.HasPrefix(path, "vendor/") {
		return "", 0, 0, false
	}
	return filepath.ToSlash(path), position.Line, position.Column, true
}

func (judge *judge) print(each row) { fail(judge.output.Encode(each)) }

func kindOf(object types.Object) string {
	isTop := object.Pkg() != nil && object.Parent() == object.Pkg().Scope()
	switch object := object.(type) {
	case *types.Func:
		if object.Signature().Recv() != nil {
			return "method"
		}
		return "function"
	case *types.TypeName:
		if !isTop {
			return "local"
		}
		if types.IsInterface(object.Type()) {
			return "interface"
		}
		return "class"
	case *types.Const:
		if isTop {
			return "constant"
		}
	case *types.Var:
		if object.IsField() && !object.Embedded() {
			return "field"
		}
		if isTop {
			return "variable"
		}
	}
	return "local"
}
