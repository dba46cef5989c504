/** Where a term stands in a chunk, from the most telling place to the least. Everything counts in the body, too. */
export const fields = ["name", "head", "doc", "body"] as const;

export type Field = (typeof fields)[number];

/**
 * How often a term stands in each field, in 16 bits: beyond the bounds one more says nothing more. In names it is not counted; what
 * is kept there is how much the best of them says (`nameLevel`).
 */
const bits = { body: 7, doc: 4, head: 3, name: 2 } as const;
const shifts = { body: 0, doc: 7, head: 11, name: 14 } as const;

export function addCount(packed: number, field: Exclude<Field, "name">): number {
  return countIn(packed, field) < (1 << bits[field]) - 1 ? packed + (1 << shifts[field]) : packed;
}

export function raiseNameLevel(packed: number, level: number): number {
  return level > countIn(packed, "name") ? (packed & ~(3 << shifts.name)) | (level << shifts.name) : packed;
}

export function countIn(packed: number, field: Field): number {
  return (packed >>> shifts[field]) & ((1 << bits[field]) - 1);
}

/** Both together, as if they were one term. */
export function joinCounts(one: number, other: number): number {
  return (
    Math.min((one & 0x7f) + (other & 0x7f), 0x7f) |
    (Math.min(((one >>> 7) & 0xf) + ((other >>> 7) & 0xf), 0xf) << 7) |
    (Math.min(((one >>> 11) & 0x7) + ((other >>> 11) & 0x7), 0x7) << 11) |
    (Math.max(one >>> 14, other >>> 14) << 14)
  );
}
