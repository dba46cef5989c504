"""train.py --shards FOLDER --out FOLDER [--configs FILE.json | --set key=value ...]

Trains every configuration in turn on the packed pairs, measures it on packages it never saw, and writes the weight files of
the best (measured as exported: 128 dimensions, int8) with log.json, which is rewritten after every epoch."""

import argparse, json, os, time

import numpy as np
import torch

from batches import epoch_batches
from embedder import Embedder, Pairs, contrast, inverse_frequency
from evaluate import evaluate
from export import Exported, projected
from shards import read_meta, read_shards

DEFAULTS = {
    "name": "default", "dim": 256, "out_dim": 128, "batch": 16384, "epochs": 8, "rate": 0.004, "weight_rate": 0.005, "warmup": 0.05,
    "temperature": 0.05, "learn_temperature": False, "damping": "log", "drop": 0.0, "hard": 0.25, "group": 32, "mask_same": True,
    "kind_share": {}, "decay": 0.0, "seed": 1, "pairs": 0,
}


def train(config: dict, pairs: Pairs, training: torch.Tensor, held: torch.Tensor, meta: dict, note) -> Embedder:
    device, count = pairs.device, meta["pairs"]
    torch.manual_seed(config["seed"])
    generator = torch.Generator(device=device).manual_seed(config["seed"])
    model = Embedder(inverse_frequency(meta["pairsWith"], count), config["dim"], config["damping"], config["temperature"], config["learn_temperature"]).to(device)
    weights = [*model.log_weights.parameters(), *([model.log_scale] if config["learn_temperature"] else [])]
    groups = [{"params": [model.table], "top": config["rate"], "weight_decay": config["decay"]}, {"params": weights, "top": config["weight_rate"], "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=config["rate"], betas=(0.9, 0.98))
    query_key = query_keys(pairs, meta) if config["mask_same"] else None
    expected = len(sampled(training, pairs, config["kind_share"], meta["kinds"], torch.Generator(device=device).manual_seed(0)))
    steps, step, started = config["epochs"] * (expected // config["batch"]), 0, time.time()
    for epoch in range(config["epochs"]):
        chosen = sampled(training, pairs, config["kind_share"], meta["kinds"], generator)
        group = pairs.tensors["package"][chosen].long() * 8 + pairs.tensors["kind"][chosen]
        total, batches = 0.0, 0
        for batch in epoch_batches(chosen, group, config["batch"], config["hard"], config["group"], generator):
            now = min(1.0, (step + 1) / max(1, steps * config["warmup"])) * max(0.02, 1 - step / max(1, steps))
            for part in optimizer.param_groups:
                part["lr"] = part["top"] * now
            queries, codes = (model.embed(side, pairs.bags(side, batch), config["drop"]) for side in "qc")
            loss = contrast(model, queries, codes, same_queries(query_key, batch))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
            step, batches, total = step + 1, batches + 1, total + loss.detach()
        measured = evaluate(model.embed, pairs, held, meta["kinds"])
        note({"epoch": epoch + 1, "loss": round(float(total) / max(1, batches), 4), "seconds": round(time.time() - started, 1), "steps": step, "held": measured})
    return model


def query_keys(pairs: Pairs, meta: dict) -> torch.Tensor:
    """A number per pair that is equal for equal bags of query words."""
    generator = torch.Generator().manual_seed(3)
    numbers = torch.randint(1, 1 << 40, (len(meta["pairsWith"]),), generator=generator).to(pairs.device)
    ids, offset = pairs.tensors["q.ids"], pairs.tensors["q.offset"]
    running = torch.cat([torch.zeros(1, dtype=torch.long, device=pairs.device), torch.cumsum(numbers[ids.long()], 0)])
    return running[offset[1:]] - running[offset[:-1]]


def same_queries(keys: torch.Tensor | None, batch: torch.Tensor) -> torch.Tensor | None:
    if keys is None:
        return None
    own = keys[batch]
    same = own[:, None] == own[None, :]
    return same.fill_diagonal_(False)


def sampled(training: torch.Tensor, pairs: Pairs, share: dict, kinds: list[str], generator: torch.Generator) -> torch.Tensor:
    """A share below 1 takes only that part of a kind in each epoch; above 1 is taken as 1."""
    if not share:
        return training
    keep = torch.tensor([float(share.get(kind, 1)) for kind in kinds], device=pairs.device)
    lot = torch.rand(len(training), generator=generator, device=pairs.device)
    return training[lot < keep[pairs.tensors["kind"][training].long()]]


def configurations(arguments) -> list[dict]:
    changes = json.load(open(arguments.configs)) if arguments.configs else [{}]
    single = {}
    for setting in arguments.set:
        key, _, value = setting.partition("=")
        if key not in DEFAULTS:
            raise SystemExit(f"unknown setting {key}; known: {', '.join(DEFAULTS)}")
        try:
            single[key] = json.loads(value)
        except json.JSONDecodeError:
            single[key] = value
    return [{**DEFAULTS, **change, **single} for change in changes]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--shards", required=True)
    parser.add_argument("--out", default=os.environ.get("OUT", "out"))
    parser.add_argument("--configs", help="a JSON list of changes to the defaults; each is trained")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--limit-shards", type=int, default=0)
    parser.add_argument("--save-float", action="store_true", help="also the best table before projection, as float16")
    arguments = parser.parse_args()
    torch.set_float32_matmul_precision("high")
    device = "cuda" if torch.cuda.is_available() else "cpu"
    started, meta = time.time(), read_meta(arguments.shards)
    data = read_shards(arguments.shards, arguments.limit_shards)
    held_package = np.isin(data["package"], np.asarray(meta["held"]))
    pairs = Pairs(data, device)
    training, held = (torch.from_numpy(np.flatnonzero(which)).to(device) for which in (~held_package, held_package))
    log = {"device": device, "pairs": pairs.size, "training": len(training), "held": len(held), "words": len(meta["pairsWith"]), "read_seconds": round(time.time() - started, 1), "runs": []}
    print(json.dumps({key: value for key, value in log.items() if key != "runs"}), flush=True)
    os.makedirs(arguments.out, exist_ok=True)
    best = -1.0
    for config in configurations(arguments):
        run = {"config": config, "epochs": []}
        log["runs"].append(run)

        def note(line: dict) -> None:
            run["epochs"].append(line)
            print(config["name"], json.dumps(line), flush=True)
            json.dump(log, open(os.path.join(arguments.out, "log.json"), "w"), indent=1)

        part = training if not config["pairs"] else training[torch.randperm(len(training), generator=torch.Generator().manual_seed(5)).to(device)[:config["pairs"]]]
        model = train(config, pairs, part, held, meta, note)
        sample = training[torch.randperm(len(training), generator=torch.Generator().manual_seed(6))[:100_000].to(device)]
        exported = Exported(projected(model, pairs, sample, config["out_dim"]), model)
        run["exported"] = evaluate(exported.embed, pairs, held, meta["kinds"])
        run["temperature"] = round(float((-model.log_scale).exp()), 4)
        print(config["name"], "exported", json.dumps(run["exported"]), flush=True)
        if run["exported"]["score"] > best:
            best, log["best"] = run["exported"]["score"], config["name"]
            log["files"] = exported.write(arguments.out, os.path.join(arguments.shards, "vocab.txt"))
            if arguments.save_float:
                half = model.table.detach().half().cpu().numpy()
                for number, rows in enumerate(np.array_split(half, 4)):
                    np.save(os.path.join(arguments.out, f"table-{number}.f16.npy"), rows)
        json.dump(log, open(os.path.join(arguments.out, "log.json"), "w"), indent=1)


if __name__ == "__main__":
    main()
