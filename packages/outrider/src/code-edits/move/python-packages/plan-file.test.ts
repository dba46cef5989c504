import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { complaintsOf, type MoveCase, runMoves } from "../../../../test/support/move-cases.ts";

const cases: readonly MoveCase[] = [
  {
    title: "absolute, relative and dotted imports",
    files: {
      "__init__.py": "",
      "app/__init__.py": "",
      "app/old.py": `from . import util\nfrom .util import helper\nfrom .sub.inner import deep\n\n\ndef run():\n    return helper(), util, deep\n`,
      "app/util.py": "def helper():\n    return 1\n",
      "app/sub/__init__.py": "",
      "app/sub/inner.py": "deep = 1\n",
      "app/one.py": `from .old import run\nfrom . import old, util\nfrom . import (\n    old as o,\n    util as u,\n)\nx = [run, old.run, o.run, util, u]\n`,
      "app/sub/two.py": `from ..old import run as go\nfrom .. import old\nx = [go, old]\n`,
      "main.py": `import case0.app.old\nimport case0.app.old as m\nfrom case0.app.old import run\nfrom case0.app import old\n\n\ndef f():\n    from case0.app.old import run\n    return case0.app.old.run, m, run, old\n\n\nf()\n`,
    },
    path: "app/old.py",
    to: "core/new.py",
    after: {
      "app/old.py": null,
      "core/new.py": `from ..app import util\nfrom ..app.util import helper\nfrom ..app.sub.inner import deep\n\n\ndef run():\n    return helper(), util, deep\n`,
      "app/one.py": `from ..core.new import run\nfrom . import util\nfrom ..core import new as old\nfrom . import util as u\nfrom ..core import new as o\nx = [run, old.run, o.run, util, u]\n`,
      "app/sub/two.py": `from ...core.new import run as go\nfrom ...core import new as old\nx = [go, old]\n`,
      "main.py": `import case0.core.new\nimport case0.core.new as m\nfrom case0.core.new import run\nfrom case0.core import new as old\n\n\ndef f():\n    from case0.core.new import run\n    return case0.core.new.run, m, run, old\n\n\nf()\n`,
    },
    says: ["no `__init__.py`"],
  },
  {
    title: "a new name in the same package",
    files: {
      "__init__.py": "",
      "alpha.py": "value = 1\n",
      "user.py": "from .alpha import value\nfrom . import alpha\nx = [alpha.value, value]\n",
    },
    path: "alpha.py",
    to: "beta.py",
    after: {
      "alpha.py": null,
      "beta.py": "value = 1\n",
      "user.py": "from .beta import value\nfrom . import beta as alpha\nx = [alpha.value, value]\n",
    },
  },
  {
    title: "a package that is used without importing the module is refused",
    files: {
      "__init__.py": "",
      "gamma.py": "value = 1\n",
      "user.py": "import case2\nimport case2.other\n\n\ndef f():\n    return case2.gamma.value\n",
      "other.py": "from . import gamma\n",
    },
    path: "gamma.py",
    to: "delta.py",
    refused: "cannot_prove",
    says: ["user.py:6"],
  },
  {
    title: "a package's own file is refused",
    files: { "pk/__init__.py": "a = 1\n" },
    path: "pk/__init__.py",
    to: "pk/a.py",
    refused: "cannot_prove",
  },
  {
    title: "a word that may mean a neighbour or the standard library is refused",
    files: {
      "__init__.py": "",
      "logging.py": "level = 1\n",
      "user.py": "import logging\nfrom .logging import level\nx = [logging.INFO, level]\n",
    },
    path: "logging.py",
    to: "logs.py",
    refused: "cannot_prove",
  },
];

test("Python files move with every import, and all modules can be imported afterwards", async () => {
  const kit = await runMoves(cases);
  writeFileSync(join(kit.root, "check.py"), importAll);
  expect(await complaintsOf("python3", ["check.py"], kit.root)).toBe("");
});

const importAll = `import importlib, pathlib
for path in sorted(pathlib.Path(".").rglob("*.py")):
    if path.name != "check.py":
        importlib.import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
`;
