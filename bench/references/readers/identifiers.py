"""CPython as a judge of which words are code: every NAME token of the files named on stdin, with the role that ast gives it.

usage: identifiers.py, paths on stdin, own packages as arguments; prints one JSON list.
"""
import ast
import io
import json
import sys
import tokenize

own = set(sys.argv[1:])
names = {}


def entry(name):
    return names.setdefault(name, {"name": name, "declared": [], "uses": [], "others": 0})


def is_own(node):
    return node.level > 0 or (node.module or "").split(".")[0] in own


def read(path, data):
    tree = ast.parse(data)
    declared = {}
    imported = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            declared[node.name] = node
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and is_own(node):
            imported |= {alias.asname or alias.name for alias in node.names}
        if isinstance(node, ast.Import):
            imported |= {alias.asname or alias.name for alias in node.names if alias.name.split(".")[0] in own}
    for node in ast.walk(tree):
        note(node, declared, imported)
    for token in tokenize.tokenize(io.BytesIO(data).readline):
        if token.type != tokenize.NAME:
            continue
        line, column = token.start
        before = token.line[:column].rstrip().split()[-1:]
        place = [path, line - 1, column]
        if token.string in declared and before == ["def"] and declared[token.string].col_offset == len(token.line) - len(token.line.lstrip()):
            entry(token.string)["declared"].append(place)
        else:
            entry(token.string)["uses"].append(place)


def note(node, declared, imported):
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and declared.get(node.name) is not node:
        entry(node.name)["others"] += 1
    elif isinstance(node, ast.arg):
        entry(node.arg)["others"] += 1
    elif isinstance(node, ast.keyword) and node.arg:
        entry(node.arg)["others"] += 1
    elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        entry(node.id)["others"] += 1
    elif isinstance(node, ast.Attribute):
        if not (isinstance(node.value, ast.Name) and node.value.id in imported):
            entry(node.attr)["others"] += 1
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            last = alias.name.split(".")[-1]
            if alias.asname or isinstance(node, ast.Import) or not is_own(node):
                entry(last)["others"] += 1
            if alias.asname:
                entry(alias.asname)["others"] += 1
        if isinstance(node, ast.ImportFrom):
            for part in (node.module or "").split("."):
                entry(part)["others"] += 1
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        for name in node.names:
            entry(name)["others"] += 1
    elif isinstance(node, ast.JoinedStr):
        # Before Python 3.12 what stands in an f-string is one token.
        for inner in ast.walk(node):
            if isinstance(inner, ast.Name):
                entry(inner.id)["others"] += 1


for path in sys.stdin.read().split("\n"):
    if path:
        with open(path, "rb") as file:
            read(path, file.read())
json.dump([each for each in names.values() if each["declared"]], sys.stdout)
