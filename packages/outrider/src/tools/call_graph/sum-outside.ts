import type { OutsideCall } from "../../syntax/references/graph-node.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { Outside } from "./schema.ts";

const mostNames = 12;
const longestName = 60;

/** Calls that lead to no function of the project, by reason and name. */
export function sumOutside(calls: readonly OutsideCall[]): Outside[] {
  return (["outside", "ambiguous", "value"] as const).flatMap((why) => {
    const counts = new Map<string, number>();
    const chosen = calls.filter((each) => each.why === why);
    for (const { name } of chosen) counts.set(shorten(name), (counts.get(shorten(name)) ?? 0) + 1);
    if (counts.size === 0) return [];
    const names = Array.from(counts, ([name, count]) => ({ name, count })).sort((a, b) => b.count - a.count);
    return [
      { why, total: chosen.length, names: names.slice(0, mostNames), more: Math.max(0, names.length - mostNames) },
    ];
  });
}

/** What stands before a name may be a whole expression. */
function shorten(name: string): string {
  const text = visibleLine(name.replaceAll(/\s+/g, " "));
  return text.length <= longestName ? text : `…${text.slice(-longestName)}`;
}
