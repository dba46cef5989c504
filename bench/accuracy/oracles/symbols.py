"""Symbols of Python files by CPython's own parser; protocol: see program-oracle.ts."""

import ast
import json
import sys


def walk(node, container, in_class, lines, rows):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
            rows.append(["method" if in_class else "function", child.name, name_line(child, lines), container])
            walk(child, child.name, False, lines, rows)
        elif isinstance(child, ast.ClassDef):
            rows.append(["class", child.name, name_line(child, lines), container])
            walk(child, child.name, True, lines, rows)
        else:
            walk(child, container, in_class and not isinstance(child, ast.Lambda), lines, rows)


def name_line(node, lines):
    """The node begins at `def` or `class`; a backslash may put the name onto the next line."""
    line = node.lineno
    while lines[line - 1].rstrip().endswith("\\") and node.name not in lines[line - 1]:
        line += 1
    return line


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    try:
        tree = ast.parse(data)
        lines = data.decode("utf-8").split("\n")
    except (SyntaxError, ValueError):
        return None
    rows = []
    walk(tree, "", False, lines, rows)
    return rows


for path in sys.stdin:
    print(json.dumps(read(path.rstrip("\n"))), flush=True)
