import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const module = over(
  "python",
  "store.py",
  `#!/usr/bin/env python3
"""Stores things."""
from __future__ import annotations

import os
import sys

LIMIT = 10
first, second = 1, 2
pair: tuple[int, int] = (first, second)


@cache
@retry(
    times=3,
)
def load(path: str, *, encoding: str = "utf-8") -> str:
    """Loads a file.

    Keeps its line ends.
    """
    with open(path, encoding=encoding) as file:
        return file.read()


class Empty(Exception):
    pass


class Store:
    """Keeps things."""

    size: int = 0
    kinds = ["a", "b"]

    def __init__(self, path):
        self.path = path

    @property
    def name(self):
        return os.path.basename(self.path)

    @name.setter
    def name(self, value):
        self.path = value

    @staticmethod
    def outer():
        def inner():
            def innermost():
                return 1

            return innermost

        return inner

    async def fetch(self):
        async with self.lock:
            return await self.read()

    def text(self):
        return """
no indentation
    some
"""

    def last(self):
        return self.size
`,
);

const load = `    with open(path, encoding=encoding) as file:
        return file.read()
`;

/** Where indentation is the syntax. */
export const python = [
  module.does(
    "a function is replaced with its decorators",
    replace("load", "@cache\ndef load(path: str) -> str:\n    return path"),
    to(
      `@cache
@retry(
    times=3,
)
def load(path: str, *, encoding: str = "utf-8") -> str:
    """Loads a file.

    Keeps its line ends.
    """
${load}`,
      "@cache\ndef load(path: str) -> str:\n    return path\n",
    ),
  ),
  module.mayRefuse(
    "a function sent without its decorators",
    replace("load", "def load(path: str) -> str:\n    return path\n"),
    to(
      `@cache
@retry(
    times=3,
)
def load(path: str, *, encoding: str = "utf-8") -> str:
    """Loads a file.

    Keeps its line ends.
    """
${load}`,
      "def load(path: str) -> str:\n    return path\n",
    ),
    to(
      `def load(path: str, *, encoding: str = "utf-8") -> str:
    """Loads a file.

    Keeps its line ends.
    """
${load}`,
      "def load(path: str) -> str:\n    return path\n",
    ),
  ),
  module.does(
    "the body of a function, docstring and all",
    replaceBody("load", '"""Loads."""\nreturn path'),
    to(
      `"""Loads a file.

    Keeps its line ends.
    """
${load}`,
      '"""Loads."""\n    return path\n',
    ),
  ),
  module.mayRefuse(
    "the body of a function, sent without a docstring",
    replaceBody("load", "return path"),
    to(
      `"""Loads a file.

    Keeps its line ends.
    """
${load}`,
      "return path\n",
    ),
    to(load, "    return path\n"),
  ),
  module.does(
    "the body of a method, sent without indentation",
    replaceBody("Store/__init__", "self.path = path\nself.open = True"),
    to("self.path = path\n", "self.path = path\n        self.open = True\n"),
  ),
  module.does(
    "the body of a method, sent with the indentation of its place",
    replaceBody("Store/__init__", "        self.path = path\n        self.open = True"),
    to("self.path = path\n", "self.path = path\n        self.open = True\n"),
  ),
  module.does(
    "the body of a method, sent with another unit",
    replaceBody("Store/fetch", "if self:\n    return 1\nreturn 2"),
    to(
      "        async with self.lock:\n            return await self.read()\n",
      "        if self:\n            return 1\n        return 2\n",
    ),
  ),
  module.mayRefuse(
    "the body of a method whose first line alone is not indented",
    replaceBody("Store/fetch", "if self:\n            return 1\n        return 2"),
    to(
      "        async with self.lock:\n            return await self.read()\n",
      "        if self:\n            return 1\n        return 2\n",
    ),
  ),
  module.does(
    "the last method of the file",
    replace("Store/last", "def last(self):\n    return 0"),
    to("return self.size", "return 0"),
  ),
  module.does(
    "the body of the last method of the file",
    replaceBody("Store/last", "return 0\n"),
    to("return self.size", "return 0"),
  ),
  module.does(
    "a method before one: nothing of the next is lost",
    replace("Store/text", "def text(self):\n    return 1"),
    to('return """\nno indentation\n    some\n"""', "return 1"),
  ),
  module.does(
    "a text of several lines keeps its indentation",
    replaceBody("Store/text", 'return """\nflat\n  deep\n"""'),
    to('return """\nno indentation\n    some\n"""', 'return """\nflat\n  deep\n"""'),
  ),
  module.does(
    "a text of several lines in a declaration keeps its indentation",
    replace("Store/text", 'def text(self):\n    return """\nflat\n  deep\n"""'),
    to('return """\nno indentation\n    some\n"""', 'return """\nflat\n  deep\n"""'),
  ),
  module.refuses("a property and its setter are two", replaceBody("Store/name", "return 1"), "ambiguous_symbol"),
  module.does(
    "the getter of a property",
    replaceBody("Store/name[0]", "return 1"),
    to("return os.path.basename(self.path)", "return 1"),
  ),
  module.does(
    "the setter with its decorator",
    replace("Store/name[1]", "@name.setter\ndef name(self, value):\n    self.path = value.strip()"),
    to("self.path = value\n", "self.path = value.strip()\n"),
  ),
  module.does(
    "a function in a function in a method",
    replaceBody("Store/outer/inner/innermost", "return 2"),
    to("                return 1\n", "                return 2\n"),
  ),
  module.does(
    "a function in a method",
    replace("Store/outer/inner", "def inner():\n    return 1"),
    to(
      "            def innermost():\n                return 1\n\n            return innermost\n",
      "            return 1\n",
    ),
  ),
  module.does(
    "an async method",
    replace("Store/fetch", "async def fetch(self):\n    return 1"),
    to("        async with self.lock:\n            return await self.read()\n", "        return 1\n"),
  ),
  module.does(
    "a class whose body is pass",
    replaceBody("Empty", "code = 1"),
    to("Exception):\n    pass", "Exception):\n    code = 1"),
  ),
  module.adds(
    "a method into a class whose body is pass",
    insert("last", "Empty", "def code(self):\n    return 1"),
    to("Exception):\n    pass\n", "Exception):\n    pass\n\n    def code(self):\n        return 1\n"),
    to("Exception):\n    pass\n", "Exception):\n    def code(self):\n        return 1\n"),
  ),
  module.adds(
    "a member first in a class stands behind its docstring",
    insert("first", "Store", "flag = True"),
    to('things."""\n\n    size', 'things."""\n\n    flag = True\n    size'),
  ),
  module.adds(
    "a method as the last of a class at the end of the file",
    insert("last", "Store", "def more(self):\n    return 1"),
    to("        return self.size\n", "        return self.size\n\n    def more(self):\n        return 1\n"),
  ),
  module.adds(
    "a method behind the last of the file",
    insert("after", "Store/last", "def more(self):\n    return 1"),
    to("        return self.size\n", "        return self.size\n\n    def more(self):\n        return 1\n"),
  ),
  module.adds(
    "a method before one with a decorator",
    insert("before", "Store/outer", "def more(self):\n    return 1"),
    to("    @staticmethod", "    def more(self):\n        return 1\n\n    @staticmethod"),
  ),
  module.does(
    "a function behind one stands as far away as the others",
    insert("after", "load", "def more():\n    return 1"),
    to("        return file.read()\n", "        return file.read()\n\n\ndef more():\n    return 1\n"),
  ),
  module.does(
    "a function before a class stands as far away as the others",
    insert("before", "Store", "def more():\n    return 1"),
    to("class Store:", "def more():\n    return 1\n\n\nclass Store:"),
  ),
  module.adds(
    "an import among the imports stands behind the one of the future",
    insert("imports", undefined, "import json"),
    to("import os\n", "import json\nimport os\n"),
    to("import sys\n", "import sys\nimport json\n"),
    to("import os\n", "import os\nimport json\n"),
  ),
  module.mayRefuse(
    "an import of the future stands before the others",
    insert("imports", undefined, "from __future__ import division"),
    to("import annotations\n", "import annotations\nfrom __future__ import division\n"),
    to("from __future__ import annotations\n", "from __future__ import division\nfrom __future__ import annotations\n"),
  ),
  module.adds(
    "code first in the file is not before the docstring or the future",
    insert("first", undefined, "ZERO = 0"),
    to("import sys\n", "import sys\n\nZERO = 0\n"),
    to("import os\n", "ZERO = 0\nimport os\n"),
  ),
  module.adds(
    "code last in the file",
    insert("last", undefined, 'if __name__ == "__main__":\n    load("x")'),
    to("        return self.size\n", '        return self.size\n\n\nif __name__ == "__main__":\n    load("x")\n'),
  ),
  module.does("an assignment", replace("LIMIT", "LIMIT = 20"), to("LIMIT = 10", "LIMIT = 20")),
  module.mayRefuse(
    "one of two that are assigned at once",
    replace("first", "first = 3"),
    to("first, second = 1, 2", "first = 3\nsecond = 2"),
  ),
  module.mayRefuse(
    "one of two that are assigned at once is removed",
    remove("first", { unproven: "leave" }),
    to("first, second = 1, 2", "second = 2"),
  ),
  module.does(
    "an assignment with a type",
    replace("pair", "pair: tuple[int, int] = (0, 0)"),
    to("(first, second)", "(0, 0)"),
  ),
  module.does(
    "a field of a class",
    replace("Store/kinds", 'kinds = [\n    "c",\n]'),
    to('kinds = ["a", "b"]', 'kinds = [\n        "c",\n    ]'),
  ),
  module.refuses("a constant that is used is not removed", remove("first")),
  module.does("a constant that nobody uses is removed", remove("LIMIT"), to("LIMIT = 10\n", "")),
  module.does(
    "a function is removed with its decorators",
    remove("load"),
    to(
      `@cache
@retry(
    times=3,
)
def load(path: str, *, encoding: str = "utf-8") -> str:
    """Loads a file.

    Keeps its line ends.
    """
${load}

`,
      "",
    ),
  ),
  module.does(
    "a class is removed and two empty lines stay",
    remove("Empty"),
    to("class Empty(Exception):\n    pass\n\n\n", ""),
  ),
  module.does(
    "the last method of the file is removed",
    remove("Store/last", { unproven: "leave" }),
    to("\n    def last(self):\n        return self.size\n", ""),
  ),
  module.does(
    "a method between others is removed",
    remove("Store/fetch", { unproven: "leave" }),
    to("    async def fetch(self):\n        async with self.lock:\n            return await self.read()\n\n", ""),
  ),
  module.refuses("a body without indentation in it", replaceBody("Store/fetch", "if self:\nreturn 1")),
  module.refuses("a text that does not end swallows the rest", replaceBody("Store/__init__", 'self.path = """path')),
  module.refuses("a bracket that is not closed swallows the next", replaceBody("Store/__init__", "self.path = (path")),
  module.refuses("a decorator alone", replace("Store/text", "@property")),
  module.refuses("a line that goes on", replaceBody("Store/__init__", "self.path = \\")),
  module.mayRefuse(
    "new lines that are spelled out",
    replace("Store/last", "def last(self):\\n    return 0"),
    to("return self.size", "return 0"),
  ),
  module.mayRefuse(
    "a fence",
    replace("Store/last", "```python\ndef last(self):\n    return 0\n```"),
    to("return self.size", "return 0"),
  ),
  module.mayRefuse(
    "entities",
    replaceBody("Store/last", "return self.size &lt; 3"),
    to("return self.size", "return self.size < 3"),
  ),
  module.mayRefuse(
    "a declaration as a body",
    replaceBody("Store/last", "def last(self):\n    return 0"),
    to("return self.size", "return 0"),
  ),
  module.mayRefuse("a body as a declaration", replace("Store/last", "return 0"), to("return self.size", "return 0")),
  module.mayRefuse("no body", replaceBody("Store/last", ""), to("return self.size", "pass")),
  module.mayRefuse(
    "a comment alone is no body",
    replaceBody("Store/last", "# nothing"),
    to("return self.size", "# nothing\n        pass"),
  ),
];
