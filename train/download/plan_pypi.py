"""Writes PLAN/pypi.tsv: Zig's standard library, which comes as sources inside its wheel and nowhere else in our indexes."""

import json, os, urllib.parse, urllib.request

DATA = os.environ.get("TRAIN_DATA", "train-data")
NAMES = ["ziglang"]

if __name__ == "__main__":
    with open(os.path.join(DATA, "plan", "pypi.tsv"), "w") as out:
        for name in NAMES:
            index = f"{os.environ['PYPI_INDEX']}/pypi/{name}/json"
            about = json.load(urllib.request.urlopen(index, timeout=30))
            wheel = next(u["url"] for u in about["urls"] if "x86_64" in u["filename"] and "linux" in u["filename"])
            out.write("\t".join(["pypi", name, about["info"]["version"], urllib.parse.urljoin(index, wheel), about["info"].get("license") or ""]) + "\n")
