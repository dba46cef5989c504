import type { SignatureRules } from "../../languages/signatures.ts";
import type { Item, ItemList } from "../../syntax/signatures/signature-lists.ts";
import type { WrittenItem } from "./rewrite-list.ts";

/** Why arguments in another order may have other values. */
export function doubtOfOrder(
  { items }: ItemList,
  written: readonly WrittenItem[],
  { moves }: Pick<SignatureRules, "moves">,
  text: string,
): string | undefined {
  const kept = written.flatMap(({ from }) => (from === undefined ? [] : [from]));
  for (const [at, from] of kept.entries()) {
    for (const later of kept.slice(at + 1)) {
      const [one, other] = [items[from], items[later]];
      if (later > from || one === undefined || other === undefined) continue;
      const isChanged = (one.changes && other.reads.length > 0) || (other.changes && one.reads.length > 0);
      const isMoved = moves === true && (takes(one, other, text) || takes(other, one, text));
      if (isChanged || isMoved) return why;
    }
  }
  return undefined;
}

const why = "its arguments would be evaluated in another order, and one may change or take what another reads";

/** `v` and `v.len()`; the same value twice is copied. */
function takes({ value, reads }: Item, other: Item, text: string): boolean {
  const own = text.slice(value.start, value.end);
  if (own === text.slice(other.value.start, other.value.end)) return false;
  const isTaken = (reads.length === 1 && own === reads[0]) || /^&\s*mut\b/.test(own);
  return isTaken && reads.some((name) => other.reads.includes(name));
}
