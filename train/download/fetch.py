"""fetch.py PLAN.tsv... : downloads what the plans name, 8 at a time, and keeps only source text.

One package becomes SRC/<ecosystem>/<package>.jsonl: first a line about the package (version, licence, address), then one
{"path", "text"} a file. Packages that are there already are passed over, so the run can be repeated."""

import json, os, re, sys, time, urllib.request
from multiprocessing import Pool

from archives import source_files
from exclusions import is_excluded, is_excluded_path

SRC = os.path.join(os.environ.get("TRAIN_DATA", "train-data"), "src")
MAX_ARCHIVE = 120_000_000
DEADLINE = time.time() + float(os.environ.get("FETCH_SECONDS", 1e9))


def fetch(line: str) -> str:
    ecosystem, package, version, url, licence = (line.rstrip("\n").split("\t") + [""] * 5)[:5]
    target = os.path.join(SRC, ecosystem, re.sub(r"[^\w.@+-]", "__", package) + ".jsonl")
    if time.time() > DEADLINE or is_excluded(package) or os.path.exists(target):
        return "skipped"
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            if int(answer.headers.get("Content-Length") or 0) > MAX_ARCHIVE:
                return "too large"
            archive = answer.read()
        files = []
        for path, text in source_files(archive, url):
            if path == "copyright":
                licence = debian_licence(text)
            elif not is_excluded_path(path):
                files.append({"path": path, "text": text})
    except Exception as error:  # one broken archive must not end a run of thousands
        return f"failed {type(error).__name__}"
    head = {"package": package, "ecosystem": ecosystem, "version": version, "licence": licence, "url": url}
    with open(target + ".part", "w") as out:
        for record in [head, *files]:
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
    os.rename(target + ".part", target)
    return "kept" if files else "empty"


def debian_licence(text: str) -> str:
    found = re.findall(r"^Licen[sc]e:\s*(\S[^\n]{0,60})", text, re.M)
    return " | ".join(dict.fromkeys(f.strip() for f in found[:3]))


if __name__ == "__main__":
    lines = [line for plan in sys.argv[1:] for line in open(plan)]
    for ecosystem in {line.split("\t")[0] for line in lines}:
        os.makedirs(os.path.join(SRC, ecosystem), exist_ok=True)
    counts, started = {}, time.time()
    with Pool(int(os.environ.get("FETCH_WORKERS", 8))) as pool:
        for i, result in enumerate(pool.imap_unordered(fetch, lines, chunksize=4), 1):
            counts[result] = counts.get(result, 0) + 1
            if i % 500 == 0 or i == len(lines):
                print(i, len(lines), counts, f"{time.time() - started:.0f}s", flush=True)
