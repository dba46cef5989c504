"""The model: one table of token vectors, a learned weight per token and side; a text is its normalised weighted sum."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

DAMPING = {
    "count": lambda n: n,
    "log": lambda n: 1 + torch.log(n),
    "sqrt": lambda n: torch.sqrt(n),
    "one": lambda n: torch.ones_like(n),
}


class Pairs:
    """The packed pairs on the device; any selection of them becomes bags without a loop."""

    def __init__(self, data: dict[str, np.ndarray], device: str):
        self.tensors = {key: torch.from_numpy(np.ascontiguousarray(value)).to(device) for key, value in data.items()}
        self.size, self.device = len(data["kind"]), device

    def bags(self, side: str, pairs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Ids, counts and offsets of one side of the given pairs."""
        offset = self.tensors[f"{side}.offset"]
        start, length = offset[pairs], offset[pairs + 1] - offset[pairs]
        ends = torch.cumsum(length, 0)
        at = torch.arange(int(ends[-1]), device=self.device) + torch.repeat_interleave(start - (ends - length), length)
        return self.tensors[f"{side}.ids"][at].long(), self.tensors[f"{side}.count"][at].float(), ends - length


class Embedder(nn.Module):
    def __init__(self, weights: torch.Tensor, dimensions: int, damping: str, temperature: float, learn_temperature: bool):
        super().__init__()
        self.table = nn.Parameter(torch.randn(len(weights), dimensions) / math.sqrt(dimensions))
        self.log_weights = nn.ParameterDict({"q": nn.Parameter(weights.log().clone()), "c": nn.Parameter(weights.log().clone())})
        self.log_scale = nn.Parameter(torch.tensor(-math.log(temperature)), requires_grad=learn_temperature)
        self.damping = DAMPING[damping]

    def embed(self, side: str, bags, drop: float = 0.0) -> torch.Tensor:
        ids, counts, offsets = bags
        weights = self.damping(counts) * torch.exp(self.log_weights[side][ids])
        if drop > 0:
            weights = weights * (torch.rand_like(weights) >= drop)
        return F.normalize(F.embedding_bag(ids, self.table, offsets, mode="sum", per_sample_weights=weights), dim=1)


def contrast(model: Embedder, queries: torch.Tensor, codes: torch.Tensor, same: torch.Tensor | None) -> torch.Tensor:
    """Symmetric InfoNCE over the batch; `same` marks other pairs that ask for the same thing and are no negatives."""
    scores = queries @ codes.T * model.log_scale.exp().clamp(max=100)
    if same is not None:
        scores = scores.masked_fill(same, -1e4)
    target = torch.arange(len(scores), device=scores.device)
    return (F.cross_entropy(scores, target) + F.cross_entropy(scores.T, target)) / 2


def inverse_frequency(pairs_with: list[int], pairs: int) -> torch.Tensor:
    idf = np.log(pairs / np.maximum(np.asarray(pairs_with, np.float64), 1))
    return torch.tensor((idf / idf.mean()).clip(0.15, 2.5), dtype=torch.float32)
