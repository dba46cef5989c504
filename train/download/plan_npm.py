"""Writes PLAN/npm.tsv: starts at npm-seeds.txt and follows dependencies until LIMIT packages."""

import json, os, urllib.parse, urllib.request
from concurrent.futures import ThreadPoolExecutor

from exclusions import is_excluded

REGISTRY = os.environ["NPM_REGISTRY"].rstrip("/")
DATA = os.environ.get("TRAIN_DATA", "train-data")
LIMIT = int(os.environ.get("NPM_LIMIT", 6000))


def latest(name: str) -> dict | None:
    try:
        with urllib.request.urlopen(f"{REGISTRY}/{urllib.parse.quote(name, safe='@')}/latest", timeout=20) as answer:
            return json.load(answer)
    except Exception:
        return None


def crawl(seeds: list[str]):
    queue, seen, kept = list(seeds), set(seeds), 0
    with ThreadPoolExecutor(8) as pool:
        while queue and kept < LIMIT:
            batch, queue = queue[:400], queue[400:]
            for name, about in zip(batch, pool.map(latest, batch)):
                if not about or "dist" not in about:
                    continue
                kept += 1
                licence = about.get("license") or ""
                yield "npm", name, about["version"], about["dist"]["tarball"], licence if isinstance(licence, str) else str(licence.get("type", "") if isinstance(licence, dict) else "")
                needs = {**(about.get("dependencies") or {}), **(about.get("devDependencies") or {}), **(about.get("peerDependencies") or {})}
                new = [n for n in needs if n not in seen and not is_excluded(n)]
                seen.update(new)
                queue.extend(new)


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    seeds = open(os.path.join(here, "npm-seeds.txt")).read().split()
    with open(os.path.join(DATA, "plan", "npm.tsv"), "w") as out:
        for entry in crawl([s for s in dict.fromkeys(seeds) if not is_excluded(s)]):
            out.write("\t".join(entry) + "\n")
            out.flush()
