"""Turns a trained table into the package's weight files: 128 dimensions, int8 with a scale per row, weights per side."""

import os, shutil

import numpy as np
import torch
from torch.nn import functional as F


@torch.no_grad()
def projected(model, pairs, sample: torch.Tensor, dimensions: int) -> torch.Tensor:
    """The table on the main directions of real texts (not centred: dot products are what is kept)."""
    table = model.table.detach()
    if table.shape[1] <= dimensions:
        return table
    moment = sum(v.T @ v for side in "qc" for v in [model.embed(side, pairs.bags(side, sample))])
    _, vectors = torch.linalg.eigh(moment.double())
    return table @ vectors[:, -dimensions:].flip(1).float().to(table.device)


class Exported:
    """The rounded table, embedding as the product does; for measuring what is shipped."""

    def __init__(self, table: torch.Tensor, model):
        self.scale = table.abs().amax(1).clamp(min=1e-8) / 127
        self.rows = (table / self.scale[:, None]).round().clamp(-127, 127).to(torch.int8)
        self.weights = {side: model.log_weights[side].detach().exp() for side in "qc"}
        self.damping = model.damping

    def embed(self, side: str, bags) -> torch.Tensor:
        ids, counts, offsets = bags
        weights = self.damping(counts) * self.weights[side][ids]
        table = self.rows.float() * self.scale[:, None]
        return F.normalize(F.embedding_bag(ids, table, offsets, mode="sum", per_sample_weights=weights), dim=1)

    def write(self, folder: str, vocabulary: str) -> dict[str, int]:
        os.makedirs(folder, exist_ok=True)
        self.rows.cpu().numpy().tofile(os.path.join(folder, "vectors.i8.bin"))
        for name, values in [("scales", self.scale), ("query-weights", self.weights["q"]), ("code-weights", self.weights["c"])]:
            values.cpu().numpy().astype(np.float32).tofile(os.path.join(folder, f"{name}.f32.bin"))
        shutil.copyfile(vocabulary, os.path.join(folder, "vocab.txt"))
        return {name: os.path.getsize(os.path.join(folder, name)) for name in sorted(os.listdir(folder)) if os.path.isfile(os.path.join(folder, name))}
