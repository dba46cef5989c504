"""Reads packed shards (see pack/shard.ts) into flat arrays without a loop over pairs."""

import glob, json, lzma, os, struct
from concurrent.futures import ThreadPoolExecutor

import numpy as np


def read_shards(folder: str, limit: int = 0) -> dict[str, np.ndarray]:
    """All pairs of a folder: kind, language, package, and for both sides (q, c) ids, counts and offsets."""
    paths = sorted(glob.glob(os.path.join(folder, "shard-*.bin")) + glob.glob(os.path.join(folder, "shard-*.bin.xz")))
    if not paths:
        raise SystemExit(f"no shard-*.bin.xz in {folder}: run pack/pack.ts first")
    with ThreadPoolExecutor(8) as pool:
        parts = list(pool.map(read_shard, paths[:limit or None]))
    data = {key: np.concatenate([part[key] for part in parts]) for key in parts[0] if not key.endswith(".length")}
    for side in "qc":
        lengths = np.concatenate([part[f"{side}.length"] for part in parts])
        data[f"{side}.offset"] = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    return data


def read_shard(path: str) -> dict[str, np.ndarray]:
    raw = (lzma.open(path) if path.endswith(".xz") else open(path, "rb")).read()
    (size,) = struct.unpack_from("<I", raw)
    index, at, planes = json.loads(raw[4:4 + size]), 4 + size, {}
    for name, length in index["planes"]:
        planes[name] = np.frombuffer(raw, np.uint8, length, at)
        at += length
    part = {"kind": planes["kind"], "language": planes["language"]}
    part["package"] = planes["package.0"].astype(np.int32) + (planes["package.1"].astype(np.int32) << 8) + (planes["package.2"].astype(np.int32) << 16)
    for side in "qc":
        lengths = planes[f"{side}.length"].astype(np.int64)
        part[f"{side}.length"], part[f"{side}.count"] = lengths, planes[f"{side}.count"]
        part[f"{side}.ids"] = ids_of(planes[f"{side}.low"], planes[f"{side}.high"], lengths)
    return part


def ids_of(low: np.ndarray, high: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Differences back to ids: one running sum over everything, less what it was before each bag (modulo 2^32)."""
    running = np.cumsum(low.astype(np.uint16) + (high.astype(np.uint16) << 8), dtype=np.uint32)
    starts = np.cumsum(lengths) - lengths
    before = np.where(starts > 0, running[np.maximum(starts - 1, 0)], 0).astype(np.uint32)
    return (running - np.repeat(before, lengths)).astype(np.int32)


def read_meta(folder: str) -> dict:
    return json.load(open(os.path.join(folder, "meta.json")))
