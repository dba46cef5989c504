"""Functions of a folder with the tests that run a line of their body: runs pytest under coverage, prints JSON."""
import ast
import json
import os
import sys
import tempfile

import coverage
import pytest


class Contexts:
    """Names the running test by file, class and function, without parameters."""

    def __init__(self, measured):
        self.measured = measured

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item):
        # Where the function is written, which may be a class that the test's class inherits from.
        code = item.function.__code__
        file = os.path.relpath(code.co_filename)
        self.measured.switch_context(f"{file} {item.function.__qualname__.replace('.', '/')}")
        yield
        self.measured.switch_context("")


def functions(nodes, prefix, found):
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            functions(node.body, f"{prefix}{node.name}/", found)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            body = node.body
            if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
                body = body[1:]
            if body:
                found.append((prefix + node.name, body[0].lineno, node.end_lineno))
    return found


source = sys.argv[1]
measured = coverage.Coverage(data_file=os.path.join(tempfile.mkdtemp(), "data"), source=[source])
out = os.dup(1)
os.dup2(2, 1)
measured.start()
pytest.main(["-q", "-p", "no:cacheprovider"], plugins=[Contexts(measured)])
measured.stop()
data = measured.get_data()
result = []
for path in sorted(data.measured_files()):
    with open(path, encoding="utf8") as file:
        tree = ast.parse(file.read())
    contexts = data.contexts_by_lineno(path)
    for name, first, last in functions(tree.body, "", []):
        tests = {each for line in range(first, last + 1) for each in contexts.get(line, []) if each}
        result.append({"file": os.path.relpath(path), "name": name, "lines": [first, last], "tests": sorted(tests)})
os.write(out, json.dumps(result).encode())
