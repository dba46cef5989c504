import type { Project } from "./project.ts";

const manyRows = Array.from({ length: 120 }, (_, at) => `    total = merge(total, ${at})\n`).join("");

/** A package with imports of every kind, an environment with a library, and mistakes for pyright. */
export const python: Project = {
  name: "barn",
  files: {
    "pyproject.toml":
      '[project]\nname = "barn"\nversion = "0.3.0"\ndescription = "Counts animals."\ndependencies = ["hay>=1.0", "absent==2.0"]\n\n[project.scripts]\nbarn = "barn.main:main"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
    "README.md":
      "---\ntitle: Barn\ndraft: true\n---\n# Barn\n\nCounts animals.\n\n## Usage\n\n- one\n- two\n\n---\n\n## Usage\n\nAgain.\n",
    LICENSE: "MIT License\n\nCopyright (c) nobody\n",
    "barn/__init__.py": 'from .store import Store, merge\nfrom .animals import *\n\n__all__ = ["Store", "merge"]\n',
    "barn/store.py": `"""Numbers by name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import overload


class Store(ABC):
    """What can be asked for a number."""

    limit: int = 10

    @abstractmethod
    def get(self, key: str) -> int:
        """The number of that name."""

    @property
    def size(self) -> int:
        return self.limit


class Box(Store):
    def __init__(self, size: int = 1) -> None:
        self._size = size

    def get(self, key: str) -> int:
        return merge(self._size, len(key))

    def put(self, key: str, value: int) -> None:
        setattr(self, key, value)


def merge(a: int, b: int) -> int:
    """Adds."""
    return a + b


@overload
def parse(text: str) -> int: ...
@overload
def parse(text: str, base: int) -> int: ...
def parse(text: str, base: int = 10) -> int:
    return int(text, base)


def _hidden() -> None:
    pass
`,
    "barn/animals.py": `from dataclasses import dataclass

from . import store as kept
from .store import merge as add


@dataclass
class Animal:
    name: str
    legs: int = 4

    def count(self, many: int) -> int:
        return add(self.legs * many, 0)


class Hen(Animal):
    def count(self, many: int) -> int:
        return kept.merge(2 * many, super().count(0))


class Cow(Animal):
    pass


LIMIT = kept.Store.limit
`,
    "barn/main.py": `import sys
from barn import Store, merge
from barn.animals import Hen
from barn.store import Box, parse


def run(store: Store) -> int:
    total = merge(1, store.get("größe 😀"))
    for hen in [Hen("a"), Hen("b")]:
        total += hen.count(2)
    return total


def main() -> None:
    print(run(Box(parse("3"))), file=sys.stderr)


if __name__ == "__main__":
    main()
`,
    "barn/wrong.py":
      'from barn.store import Box, absent\n\ncount: str = Box("one").get(2)\nundefined_name + 1\n\n\ndef no_return(a: int) -> str:\n    return a\n',
    "barn/broken.py": "def half(:\n    return 1\n\n\ndef whole():\n    return 2\n",
    "barn/long.py": `from barn.store import merge\n\n\ndef long(total: int = 0) -> int:\n${manyRows}    return total\n`,
    "tests/test_store.py":
      "from barn.store import Box, merge\n\n\ndef test_merge():\n    assert merge(1, 2) == 3\n\n\ndef test_box():\n    assert Box(1).get('a') == 2\n",
    ".venv/pyvenv.cfg": "home = /usr/bin\nversion = 3.12.0\n",
    ".venv/lib/python3.12/site-packages/hay/__init__.py":
      'def bale(size: int) -> str:\n    """Packs hay."""\n    return "#" * size\n',
    ".venv/lib/python3.12/site-packages/hay-1.4.0.dist-info/METADATA":
      "Metadata-Version: 2.1\nName: hay\nVersion: 1.4.0\n",
    ".venv/lib/python3.12/site-packages/hay-1.4.0.dist-info/RECORD": "hay/__init__.py,,\n",
    ".gitignore": ".venv/\n__pycache__/\n",
    "secrets/id_rsa": "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----\n",
    "data/latin1.txt": Buffer.from("caf\xe9 au lait\n", "latin1"),
    "data/utf16.txt": Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("sechzehn bit\r\nzwei\r\n", "utf16le")]),
    "data/with-bom.txt": "\uFEFFfirst\nsecond\n",
  },
};
