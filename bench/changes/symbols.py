"""Symbols of Python files by the language's own parser: reads a JSON list of texts, prints a list of {path: own code}."""
import ast
import json
import sys

BLOCKS = (ast.If, ast.Try, ast.With)


def plain(node):
    """A definition without its docstring and without what is defined in it, if that has a name of its own."""
    body = node.body
    if body and isinstance(body[0], ast.Expr) and isinstance(getattr(body[0], "value", None), ast.Constant):
        if isinstance(body[0].value.value, str):
            node.body = body[1:]
    if isinstance(node, ast.ClassDef):
        node.body = [each for each in node.body if not named(each)]
    return ast.dump(node)


def named(node):
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) or any(targets(node)):
        return True
    return isinstance(node, BLOCKS) and all(named(each) for each in node.body)


def targets(node):
    if isinstance(node, ast.AnnAssign):
        yield from ([node.target.id] if isinstance(node.target, ast.Name) else [])
    if isinstance(node, ast.Assign):
        for target in node.targets:
            for each in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(each, ast.Name):
                    yield each.id


def collect(nodes, prefix, found):
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            path = prefix + node.name
            if isinstance(node, ast.ClassDef):
                collect(node.body, path + "/", found)
            found[path] = found.get(path, "") + plain(node)
        elif isinstance(node, BLOCKS):
            inner = [*node.body, *getattr(node, "orelse", []), *getattr(node, "finalbody", [])]
            for handler in getattr(node, "handlers", []):
                inner += handler.body
            collect(inner, prefix, found)
        else:
            for name in targets(node):
                found[prefix + name] = found.get(prefix + name, "") + ast.dump(node)


def symbols(text):
    found = {}
    try:
        collect(ast.parse(text).body, "", found)
    except (SyntaxError, ValueError):
        return None
    return found


print(json.dumps([symbols(text) for text in json.load(sys.stdin)]))
