"""list_sources.py OUT.txt : every package that gave pairs, grouped by ecosystem and licence, as `name@version`.

Names are without the ecosystem's prefix and versions shortened, so that the list stays small."""

import glob, json, os, re, sys
from collections import defaultdict

from exclusions import is_excluded

DATA = os.environ.get("TRAIN_DATA", "train-data")
PREFIX = re.compile(r"^(python3-|golang-(?:github-)?|librust-|ruby-|node-|php-|haskell-|lua-|elixir-)|(-dev)$")


def short_licence(text: str) -> str:
    """The main licence; files under others inside a package are named in the package itself."""
    first = re.split(r"\s*\|\s*|,", text or "")[0].strip().strip("()")
    return re.sub(r"\s+", " ", first)[:28].replace("-clause", "-Clause") or "see package"


def short_version(text: str) -> str:
    """The major number, with the minor one below 1.0: the exact version is in the plan."""
    numbers = re.sub(r"^\d+:|[-+~].*$", "", text).split(".")
    return ".".join(numbers[:2] if numbers[0] == "0" else numbers[:1])[:7]


def families(names) -> str:
    """`futures-{core@0 io@0 util@0}`: names with a common first part stand together, as the shell would expand them."""
    parts = defaultdict(list)
    for name in sorted(names):
        first, dash, rest = name.partition("-")
        parts[first + dash].append(rest)
    out = [f"{first}{{{' '.join(rest)}}}" if len(rest) > 1 else " ".join(first + one for one in rest) for first, rest in parts.items()]
    return " ".join(out)


if __name__ == "__main__":
    used = {line.strip() for path in glob.glob(os.path.join(DATA, "lists", "*.txt")) for line in open(path)}
    groups = defaultdict(lambda: defaultdict(dict))
    for path in sorted(used):
        with open(os.path.join(DATA, "src", path)) as file:
            head = json.loads(file.readline())
            if not file.readline() or is_excluded(head["package"]):
                continue
        name = re.sub(r"-[0-9.]+$", "", PREFIX.sub("", head["package"]))
        groups[head["ecosystem"]][short_licence(head["licence"])][f"{name}@{short_version(head['version'])}".removesuffix("@0.0")] = True
    with open(sys.argv[1], "w") as out:
        out.write("Packages whose documentation and code gave training pairs: ecosystem, licence as stated by the package, then name@version (major number, with the minor one below 1.0).\n")
        for ecosystem, licences in sorted(groups.items()):
            out.write(f"\n# {ecosystem} ({sum(map(len, licences.values()))})\n")
            for licence, names in sorted(licences.items(), key=lambda item: -len(item[1])):
                out.write(f"{licence}: {families(names)}\n")
