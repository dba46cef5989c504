"""The order of an epoch: a share of each batch is groups of one package and kind, whose members are hard negatives."""

import torch


def epoch_batches(pairs: torch.Tensor, group: torch.Tensor, batch: int, hard: float, group_size: int, generator: torch.Generator):
    """Yields the pairs of every batch; `group` is the package and kind of each of `pairs`."""
    order = torch.randperm(len(pairs), generator=generator, device=pairs.device)
    grouped_share = int(len(order) * hard)
    grouped, loose = order[:grouped_share], order[grouped_share:]
    if grouped_share:
        # Stable: inside a group the order stays random.
        grouped = grouped[torch.argsort(group[grouped], stable=True)]
        blocks = grouped[:len(grouped) // group_size * group_size].view(-1, group_size)
        grouped = blocks[torch.randperm(len(blocks), generator=generator, device=pairs.device)].reshape(-1)
    hard_part = int(batch * hard)
    for at in range(len(order) // batch):
        chosen = torch.cat([grouped[at * hard_part:(at + 1) * hard_part], loose[at * (batch - hard_part):(at + 1) * (batch - hard_part)]])
        if len(chosen) > 1:
            yield pairs[chosen]
