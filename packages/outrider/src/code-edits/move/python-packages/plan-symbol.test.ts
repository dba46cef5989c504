import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { complaintsOf, type MoveCase, runMoves } from "../../../../test/support/move-cases.ts";

const cases: readonly MoveCase[] = [
  {
    title: "to a file that is made, with what it needs, and users follow",
    files: {
      "__init__.py": "",
      "old.py": `"""Doc."""\nimport os\nfrom dataclasses import dataclass, field\n\nfrom .util import helper, other\n\nLIMIT = 3\n\n\n# About the thing.\n@dataclass\nclass Thing:\n    """A thing."""\n\n    path: str = os.sep\n    items: "list[str]" = field(default_factory=list)\n\n    def run(self):\n        return helper(LIMIT)\n\n\ndef rest():\n    return other()\n`,
      "util.py": "def helper(n):\n    return n\n\n\ndef other():\n    return 1\n",
      "user.py":
        "from .old import Thing, rest\nfrom case0.old import Thing as T\n\n\ndef f():\n    from .old import Thing\n    return Thing\n\n\nx = [Thing, T, rest, f()]\n",
      "star.py": "from .old import *\n\ny = Thing\n",
    },
    path: "old.py",
    symbol: "Thing",
    to: "things.py",
    after: {
      "old.py": `"""Doc."""\nimport os\nfrom dataclasses import dataclass, field\n\nfrom .util import helper, other\n\nLIMIT = 3\n\n\ndef rest():\n    return other()\n`,
      "things.py": `import os\nfrom dataclasses import dataclass\nfrom dataclasses import field\nfrom .util import helper\nfrom .old import LIMIT\n\n\n# About the thing.\n@dataclass\nclass Thing:\n    """A thing."""\n\n    path: str = os.sep\n    items: "list[str]" = field(default_factory=list)\n\n    def run(self):\n        return helper(LIMIT)\n`,
      "user.py":
        "from .old import rest\nfrom .things import Thing\nfrom case0.things import Thing as T\n\n\ndef f():\n    from .things import Thing\n    return Thing\n\n\nx = [Thing, T, rest, f()]\n",
      "star.py": "from .old import *\nfrom .things import Thing\n\ny = Thing\n",
    },
  },
  {
    title: "what its old file uses is imported there; imports that nobody uses go",
    files: {
      "__init__.py": "",
      "old.py":
        "import json\nimport os\n\n\ndef dump(x):\n    return json.dumps(x)\n\n\ndef show(x):\n    return dump(x) + os.sep\n",
      "sub/__init__.py": "",
      "sub/new.py": '"""New."""\n\nA = 1\n',
    },
    path: "old.py",
    symbol: "dump",
    to: "sub/new.py",
    after: {
      "old.py": "import os\nfrom .sub.new import dump\n\n\ndef show(x):\n    return dump(x) + os.sep\n",
      "sub/new.py": '"""New."""\n\nimport json\n\nA = 1\n\n\ndef dump(x):\n    return json.dumps(x)\n',
    },
  },
  {
    title: "files that would import each other are refused",
    files: { "__init__.py": "", "old.py": "def a():\n    return b()\n\n\ndef b():\n    return a()\n" },
    path: "old.py",
    symbol: "a",
    to: "new.py",
    refused: "circular",
  },
  {
    title: "a circle through a third file is refused",
    files: {
      "__init__.py": "",
      "old.py": "from .mid import m\n\n\ndef a():\n    return 1\n\n\nx = m\n",
      "mid.py": "m = 1\n",
      "new.py": "from .user import u\n\nv = u\n",
      "user.py": "from .old import a\n\nu = a()\n",
    },
    path: "old.py",
    symbol: "a",
    to: "new.py",
    refused: "circular",
    says: ["user.py"],
  },
  {
    title: "a use by the module is refused with its place",
    files: {
      "__init__.py": "",
      "old.py": "def a():\n    return 1\n\n\nb = 2\n",
      "user.py": "from . import old\n\nx = old.a()\n",
    },
    path: "old.py",
    symbol: "a",
    to: "new.py",
    refused: "cannot_prove",
    says: ["user.py:3"],
  },
  {
    title: "a string that names it by its path is refused with its place",
    files: { "__init__.py": "", "old.py": "def a():\n    return 1\n", "user.py": 'target = "case5.old.a"\n' },
    path: "old.py",
    symbol: "a",
    to: "new.py",
    refused: "cannot_prove",
    says: ["user.py:1"],
  },
  {
    title: "a value that changes is not copied",
    files: {
      "__init__.py": "",
      "old.py": "count = 0\n\n\ndef up():\n    global count\n    count += 1\n\n\ndef read():\n    return count\n",
    },
    path: "old.py",
    symbol: "read",
    to: "new.py",
    refused: "uses_private",
  },
  {
    title: "a name that an `if` brings in is refused",
    files: {
      "__init__.py": "",
      "old.py": "import sys\n\nif sys.version_info > (3,):\n    import json\n\n\ndef f():\n    return json\n",
    },
    path: "old.py",
    symbol: "f",
    to: "new.py",
    refused: "cannot_prove",
  },
  {
    title: "what may come by a star is refused",
    files: {
      "__init__.py": "",
      "old.py": "from .lib import *\n\n\ndef f():\n    return len(thing)\n",
      "lib.py": "thing = []\n",
    },
    path: "old.py",
    symbol: "f",
    to: "new.py",
    refused: "cannot_prove",
    says: ["thing"],
  },
  {
    title: "a name that means something else there",
    files: { "__init__.py": "", "old.py": "import os\n\n\ndef f():\n    return os.sep\n", "new.py": "os = 1\n" },
    path: "old.py",
    symbol: "f",
    to: "new.py",
    refused: "name_taken",
  },
  {
    title: "the last function of a file with tabs and CRLF, listed in `__all__`",
    files: {
      "__init__.py": "",
      "old.py": '__all__ = ["f", "g"]\r\n\r\n\r\ndef g():\r\n\treturn 1\r\n\r\n\r\ndef f():\r\n\treturn 2\r\n',
      "new.py": "import os\r\n\r\nx = os.sep\r\n",
      "user.py": "from .old import *\n\nx = [f(), g()]\n",
    },
    path: "old.py",
    symbol: "f",
    to: "new.py",
    after: {
      "old.py": 'from .new import f\r\n\r\n\r\n__all__ = ["f", "g"]\r\n\r\n\r\ndef g():\r\n\treturn 1\r\n',
      "new.py": "import os\r\n\r\nx = os.sep\r\n\r\n\r\ndef f():\r\n\treturn 2\r\n",
      "user.py": "from .old import *\nfrom .new import f\n\nx = [f(), g()]\n",
    },
  },
];

test("symbols of Python move with all that follows from it, and all modules can be imported afterwards", async () => {
  const kit = await runMoves(cases);
  writeFileSync(join(kit.root, "check.py"), importAll);
  expect(await complaintsOf("python3", ["check.py"], kit.root)).toBe("");
});

const importAll = `import importlib, pathlib
for path in sorted(pathlib.Path(".").rglob("*.py")):
    if path.name != "check.py":
        importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
`;
