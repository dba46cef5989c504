"""Writes PLAN/debian-*.tsv from the archive's index files: newest suite first, one entry a package, giants left out."""

import lzma, os, re, urllib.request

from exclusions import is_excluded

MIRROR = os.environ["DEBIAN_MIRROR"]
SUITES = ["sid", "trixie", "bookworm"]
DATA = os.environ.get("TRAIN_DATA", "train-data")
# Binary packages that carry their sources.
BINARY = {"python3-": 3_000_000, "golang-": 4_000_000, "librust-": 3_000_000, "ruby-": 2_000_000, "node-": 2_000_000,
          "php-": 2_000_000, "elixir-": 2_000_000, "lua-": 500_000}
# Source packages for what is compiled: by the section or name of the source, with a limit for the upstream archive.
COMPILED_SECTIONS = {"libs", "utils", "net", "admin", "devel", "libdevel", "web", "text", "mail", "database", "interpreters", "graphics", "sound", "editors", "math", "video", "comm", "shells", "misc", "vcs", "x11"}


def index(suite: str, kind: str):
    """The records of an index file as dictionaries."""
    path = os.path.join(DATA, "idx", f"{suite}.{kind}")
    if not os.path.exists(path):
        name = "binary-amd64/Packages.xz" if kind == "packages" else "source/Sources.xz"
        raw = urllib.request.urlopen(f"{MIRROR}/dists/{suite}/main/{name}", timeout=120).read()
        os.makedirs(os.path.dirname(path), exist_ok=True)
        open(path, "wb").write(lzma.decompress(raw))
    record, key = {}, None
    for line in open(path, errors="replace"):
        if line == "\n":
            yield record
            record, key = {}, None
        elif line[0] in " \t":
            record[key] += "\n" + line.strip()
        else:
            key, _, value = line.partition(":")
            record[key] = value.strip()


def binary_plan():
    seen = set()
    for suite in SUITES:
        for r in index(suite, "packages"):
            name, size = r["Package"], int(r["Size"])
            prefix = next((p for p in BINARY if name.startswith(p)), None)
            if prefix is None or size > BINARY[prefix] or size < 4_000 or name.endswith(("-doc", "-dbg", "-tests")):
                continue
            base = re.sub(r"[-+](v?[0-9.]+)?(\+[\w.+-]+)?-dev$", "", name) if prefix == "librust-" else name
            if base in seen or is_excluded(name):
                continue
            seen.add(base)
            yield prefix.rstrip("-"), name, r["Version"], f"{MIRROR}/{r['Filename']}"


def source_ecosystem(r: dict) -> tuple[str, int] | None:
    name, section, needs = r["Package"], r.get("Section", "").split("/")[-1], r.get("Build-Depends", "") + r.get("Build-Depends-Indep", "")
    if name.startswith("haskell-") or section == "haskell":
        return "haskell", 2_000_000
    if name == "mono" or re.search(r"\b(cli-common-dev|mono-devel|mono-mcs|dotnet)", needs):
        return "csharp", 120_000_000
    if re.search(r"\b(scala|kotlin|elixir|swiftlang|zig)\b", needs) or name in ("elixir-lang", "kotlin", "scala", "lua-language-server", "mono"):
        return "scarce", 60_000_000
    if name.endswith("-java") or section == "java" or "javahelper" in needs or "maven-debian-helper" in needs:
        return "java", 6_000_000
    if re.search(r"dh-python|dh-golang|dh-cargo|gem2deb|pkg-js|dh-nodejs|dh-sequence-(python|golang|cargo|nodejs)|dh-php|pkg-php|ghc|gnu-r|r-base", needs) or section in ("perl", "fonts", "doc", "games"):
        return None
    if section in COMPILED_SECTIONS or section == "":
        return "compiled", 1_200_000
    return None


def source_plan():
    seen = set()
    for suite in SUITES:
        for r in index(suite, "sources"):
            name = r["Package"]
            found = source_ecosystem(r)
            # A mirror may lack a suite's file: what is scarce is named in every version, and the first that answers is kept.
            if found is None or is_excluded(name) or (name in seen and found[0] not in ("csharp", "scarce")):
                continue
            files = [line.split() for line in r.get("Files", "").split("\n") if re.search(r"\.orig\.tar\.(gz|xz|bz2)$", line)]
            if not files or not 15_000 < int(files[0][1]) < found[1]:
                continue
            seen.add(name)
            yield found[0], name, r["Version"], f"{MIRROR}/{r['Directory']}/{files[0][2]}"


if __name__ == "__main__":
    os.makedirs(os.path.join(DATA, "plan"), exist_ok=True)
    plans: dict[str, list] = {}
    for entry in [*binary_plan(), *source_plan()]:
        plans.setdefault(entry[0], []).append(entry)
    for ecosystem, entries in plans.items():
        with open(os.path.join(DATA, "plan", f"debian-{ecosystem}.tsv"), "w") as out:
            out.writelines("\t".join(e) + "\n" for e in entries)
        print(ecosystem, len(entries))
