/** True for the first who claims an approval, false for everybody after. May be remembered outside of this process. */
export type ClaimApproval = (id: string, expiresAt: number) => boolean | Promise<boolean>;

/** Remembers claims in memory, each until its request has expired anyway. */
export function rememberClaims(wallTime: () => number, claimed = new Map<string, number>()): ClaimApproval {
  return (id, expiresAt) => {
    for (const [old, end] of claimed) if (end <= wallTime()) claimed.delete(old);
    if (claimed.has(id)) return false;
    claimed.set(id, expiresAt);
    return true;
  };
}
