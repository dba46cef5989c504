"""Writes PLAN/maven.tsv: the newest release of every artifact in maven-artifacts.txt, its licence from the pom."""

import os, re, urllib.request
from concurrent.futures import ThreadPoolExecutor

from exclusions import is_excluded

REPOSITORY = os.environ["MAVEN_REPOSITORY"]
DATA = os.environ.get("TRAIN_DATA", "train-data")


def read(url: str) -> str:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return answer.read().decode("utf8", "replace")


def entry(coordinates: str) -> tuple | None:
    group, artifact = coordinates.split(":")
    base = f"{REPOSITORY}/{group.replace('.', '/')}/{artifact}"
    if is_excluded(artifact) or is_excluded(group):
        return None
    try:
        metadata = read(f"{base}/maven-metadata.xml")
        versions = re.findall(r"<version>([^<]+)</version>", metadata)
        stable = [v for v in versions if not re.search(r"alpha|beta|rc|-M\d|snapshot|dev|nightly|preview|\.pr|eap|cr\d|bin-", v, re.I)]
        version = (stable or versions)[-1]
        licence = re.search(r"<license>\s*<name>([^<]+)", read(f"{base}/{version}/{artifact}-{version}.pom"))
    except Exception:
        return None
    return "maven", coordinates, version, f"{base}/{version}/{artifact}-{version}-sources.jar", licence.group(1).strip() if licence else ""


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    lines = [line for line in open(os.path.join(here, "maven-artifacts.txt")) if not line.startswith("#")]
    with ThreadPoolExecutor(8) as pool:
        entries = [e for e in pool.map(entry, dict.fromkeys(" ".join(lines).split())) if e]
    with open(os.path.join(DATA, "plan", "maven.tsv"), "w") as out:
        out.writelines("\t".join(e) + "\n" for e in entries)
    print("maven", len(entries))
