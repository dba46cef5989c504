import type { Span } from "../../languages/language.ts";

/** A declaration up to its body on one line; what is too long is cut, with the name always in it. */
export function shortSignature(text: string, { start, end }: Span, name: string): string {
  const head = text
    .slice(start, Math.min(end, start + mostRead))
    .replaceAll(/\s+/g, " ")
    .replaceAll(/([([]) | (?=[)\]])/g, "$1")
    .replaceAll(/,([)\]])/g, "$1")
    .trim()
    .replace(/\s*(?:\{|=>|=|:|\bdo|\bthen|\bbegin|\bwhere|->)$/, "")
    .replace(/;$/, "");
  if (head.length <= mostShown) return head;
  const cut = head.slice(0, mostShown - 1);
  return cut.includes(name) ? `${cut}…` : `${name}: ${cut.slice(0, mostShown - name.length - 3)}…`;
}

const mostRead = 1_000;
const mostShown = 160;
