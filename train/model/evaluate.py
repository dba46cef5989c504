"""Held-out quality: mean reciprocal rank among 1,000 and 10,000 others of the same kind, and within the own package."""

import torch


def ranks(queries: torch.Tensor, codes: torch.Tensor) -> torch.Tensor:
    scores = queries @ codes.T
    return (scores > scores.diagonal()[:, None]).sum(1) + 1


def reciprocal(queries: torch.Tensor, codes: torch.Tensor, among: int) -> float | None:
    """None where fewer than `among` pairs are held out."""
    blocks = len(queries) // among
    if blocks == 0:
        return None
    found = [1 / ranks(queries[at * among:(at + 1) * among], codes[at * among:(at + 1) * among]).float() for at in range(blocks)]
    return round(torch.cat(found).mean().item(), 4)


@torch.no_grad()
def evaluate(embed, pairs, held: torch.Tensor, kinds: list[str]) -> dict:
    """`embed(side, bags)` is a model or an exported table; `held` the pairs of packages that were never trained on."""
    generator = torch.Generator().manual_seed(7)
    kind_of, result = pairs.tensors["kind"][held], {}
    for number, kind in enumerate(kinds):
        chosen = held[kind_of == number]
        chosen = chosen[torch.randperm(len(chosen), generator=generator).to(chosen.device)][:20_000]
        if len(chosen) < 200:
            continue
        queries, codes = embed("q", pairs.bags("q", chosen)), embed("c", pairs.bags("c", chosen))
        result[kind] = {"pairs": len(chosen), "mrr@1k": reciprocal(queries, codes, min(1000, len(chosen))), "mrr@10k": reciprocal(queries, codes, 10_000)}
        if kind in ("doc", "header"):
            result[kind]["package"] = within_packages(queries, codes, pairs.tensors["package"][chosen])
    result["score"] = round(score(result), 4)
    return result


def within_packages(queries: torch.Tensor, codes: torch.Tensor, package: torch.Tensor) -> float | None:
    """As a search in one repository: candidates are the pairs of the same package; packages of 30 and more count once each."""
    found = []
    for one in torch.unique(package):
        members = (package == one).nonzero()[:, 0]
        if len(members) >= 30:
            found.append((1 / ranks(queries[members], codes[members]).float()).mean().item())
    return round(sum(found) / len(found), 4) if found else None


def score(result: dict) -> float:
    """What decides between configurations: documentation and file headers, among many and within the package."""
    values = [result.get(kind, {}).get(measure) for kind in ("doc", "header") for measure in ("mrr@1k", "mrr@10k", "package")]
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else 0.0
