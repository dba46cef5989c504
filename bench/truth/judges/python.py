"""What Python's own parser knows: declarations of all names, and where the names that are judged occur.

python.py ROOT SEED, the files on stdin, one a line. Prints {"names"}, {"declare"} and {"ask", "at", "name"} lines.
"""

import ast
import io
import json
import random
import sys
import tokenize
from collections import defaultdict

root, seed = sys.argv[1], int(sys.argv[2])
MOST_NAMES, MOST_PLACES = 150, 300
declarations = []
tokens = defaultdict(list)
aliases = defaultdict(set)


def declare(file, name, line, column, kind, container):
    declarations.append((file, name, line, column, kind, "/".join(container)))


class Reader(ast.NodeVisitor):
    def __init__(self, file, lines):
        self.file, self.lines, self.container, self.around = file, lines, [], []

    def column(self, node, keyword):
        """Where the name of a definition begins: behind its keyword, in characters."""
        line = self.lines[node.lineno - 1]
        start = line.find(keyword + " ", len(line.encode()[: node.col_offset].decode()))
        return line.find(node.name, start + len(keyword)) + 1

    def inner(self, node, kind, keyword):
        is_local = any(each == "function" for each in self.around)
        declare(self.file, node.name, node.lineno, self.column(node, keyword), "local" if is_local else kind, self.container)
        self.container.append(node.name)
        self.around.append("class" if keyword == "class" else "function")
        self.generic_visit(node)
        self.around.pop()
        self.container.pop()

    def visit_ClassDef(self, node):
        self.inner(node, "class", "class")

    def visit_FunctionDef(self, node):
        self.inner(node, "method" if self.around[-1:] == ["class"] else "function", "def")

    visit_AsyncFunctionDef = visit_FunctionDef

    def target(self, node):
        if isinstance(node, (ast.Tuple, ast.List)):
            for each in node.elts:
                self.target(each)
        elif isinstance(node, ast.Name) and "function" not in self.around:
            kind = "field" if self.around else "constant" if node.id.isupper() else "variable"
            declare(self.file, node.id, node.lineno, self.place(node), kind, self.container)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            if self.around[-2:] == ["class", "function"]:
                line, column = node.end_lineno, self.end(node) - len(node.attr) + 1
                declare(self.file, node.attr, line, column, "field", self.container[:-1])

    def place(self, node):
        return len(self.lines[node.lineno - 1].encode()[: node.col_offset].decode()) + 1

    def end(self, node):
        return len(self.lines[node.end_lineno - 1].encode()[: node.end_col_offset].decode())

    def visit_Assign(self, node):
        for each in node.targets:
            self.target(each)
        self.generic_visit(node)

    def visit_AnnAssign(self, node):
        self.target(node.target)
        self.generic_visit(node)

    def visit_ImportFrom(self, node):
        for each in node.names:
            if each.asname is not None and each.asname != each.name:
                aliases[each.name].add((self.file, each.asname))


for file in sys.stdin.read().split("\n"):
    if file == "":
        continue
    try:
        with open(f"{root}/{file}", encoding="utf-8") as source:
            text = source.read()
        Reader(file, text.split("\n")).visit(ast.parse(text))
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.NAME:
                tokens[token.string].append((file, token.start[0], token.start[1] + 1))
    except (SyntaxError, UnicodeDecodeError, tokenize.TokenError) as problem:
        print(f"{file}: {problem}", file=sys.stderr)

# Names of every kind in turns, so that few kinds are not lost among many fields.
kinds = defaultdict(list)
for _, name, _, _, kind, _ in declarations:
    if kind != "local" and not name.startswith("__") and 2 <= len(tokens[name]) <= MOST_PLACES:
        kinds[kind].append(name)
pools = []
for kind in sorted(kinds):
    pool = sorted(set(kinds[kind]))
    random.Random(seed).shuffle(pool)
    pools.append(pool)
names = set()
while any(pools) and len(names) < MOST_NAMES:
    for pool in pools:
        if pool:
            names.add(pool.pop())
print(json.dumps({"names": sorted(names)}))

first = {}
for file, name, line, column, kind, container in declarations:
    id = first.setdefault((file, container, name), f"{file}:{line}:{column}")
    print(json.dumps({"declare": id, "at": [file, line, column], "name": name, "kind": kind, "container": container}))
declared = {(file, line, column) for file, _, line, column, _, _ in declarations}
for name in sorted(names):
    places = list(tokens[name])
    for file, other in sorted(aliases[name]):
        places += [place for place in tokens[other] if place[0] == file]
    for place in places:
        if place not in declared:
            print(json.dumps({"ask": True, "at": place, "name": name}))
