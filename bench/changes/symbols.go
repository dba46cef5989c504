// Symbols of Go files by the language's own parser: reads a JSON list of texts, prints a list of {path: own code}.
package main

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
)

func show(files *token.FileSet, node any) string {
	var text bytes.Buffer
	printer.Fprint(&text, files, node)
	return text.String()
}

func receiver(of ast.Expr) string {
	switch each := of.(type) {
	case *ast.StarExpr:
		return receiver(each.X)
	case *ast.IndexExpr:
		return receiver(each.X)
	case *ast.IndexListExpr:
		return receiver(each.X)
	case *ast.Ident:
		return each.Name
	}
	return "?"
}

func fields(files *token.FileSet, owner string, list *ast.FieldList, found map[string]string) {
	for _, field := range list.List {
		field.Doc, field.Comment = nil, nil
		for _, name := range field.Names {
			found[owner+"/"+name.Name] += show(files, field.Type)
		}
		if len(field.Names) == 0 {
			found[owner] += show(files, field.Type)
		}
	}
}

func collect(text string) map[string]string {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "a.go", text, 0)
	if err != nil {
		return nil
	}
	found := map[string]string{}
	for _, declared := range file.Decls {
		switch each := declared.(type) {
		case *ast.FuncDecl:
			path := each.Name.Name
			if each.Recv != nil && len(each.Recv.List) > 0 {
				path = receiver(each.Recv.List[0].Type) + "/" + path
			}
			found[path] += show(files, each)
		case *ast.GenDecl:
			for _, spec := range each.Specs {
				switch one := spec.(type) {
				case *ast.ValueSpec:
					for _, name := range one.Names {
						found[name.Name] += show(files, one)
					}
				case *ast.TypeSpec:
					found[one.Name.Name] += "type"
					switch body := one.Type.(type) {
					case *ast.StructType:
						fields(files, one.Name.Name, body.Fields, found)
					case *ast.InterfaceType:
						fields(files, one.Name.Name, body.Methods, found)
					default:
						found[one.Name.Name] += show(files, one.Type)
					}
				}
			}
		}
	}
	delete(found, "_")
	return found
}

func main() {
	var texts []string
	json.NewDecoder(os.Stdin).Decode(&texts)
	all := []map[string]string{}
	for _, text := range texts {
		all = append(all, collect(text))
	}
	json.NewEncoder(os.Stdout).Encode(all)
}
