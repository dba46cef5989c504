import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import { extentOf } from "../layout/extent.ts";
import type { CodeText } from "../text/code-text.ts";
import { indentAt, isFirstOnLine, lineEnd, lineStart } from "../text/lines.ts";

/** A new item next to one in a comma-separated list; `fitted` has no leading indentation and no trailing comma. */
export function insertListed(
  code: CodeText,
  symbol: CodeSymbol,
  side: "before" | "after",
  fitted: string,
): readonly Replacement[] {
  const { text } = code;
  const { lead, start, coreEnd, separator, end, tail } = extentOf(code, symbol);
  const isOnLine = isFirstOnLine(text, lead);
  if (side === "before") {
    const at = isOnLine ? lead : start;
    const between = isOnLine ? `\n${indentAt(text, at)}` : " ";
    return [{ start: at, end: at, text: `${fitted},${between}` }];
  }
  const isOwnLine = isOnLine && text.slice(tail, lineEnd(text, tail)).trim() === "";
  if (!isOwnLine || separator === ";") {
    const between = isOnLine ? `\n${indentAt(text, start)}` : " ";
    return [{ start: coreEnd, end: coreEnd, text: `,${between}${fitted}` }];
  }
  const line = `\n${indentAt(text, lineStart(text, lead))}${fitted}`;
  if (separator === ",") return [{ start: tail, end: tail, text: `${line},` }];
  if (tail === end) return [{ start: coreEnd, end: coreEnd, text: `,${line}` }];
  return [
    { start: coreEnd, end: coreEnd, text: "," },
    { start: tail, end: tail, text: line },
  ];
}
