import type { Language } from "./language.ts";

/** Gives where a string without escapes ends, if one opens at a quote; undefined where it does not, or never ends. */
export function createRawStrings(text: string, kind: Language["rawStrings"]): (quote: number) => number | undefined {
  // What is not there behind one quote is not there behind a later one; looking again would take the square of the time.
  const absent = new Set<string>();

  function behind(from: number, close: string): number | undefined {
    const end = absent.has(close) ? -1 : text.indexOf(close, from);
    if (end === -1) absent.add(close);
    return end === -1 ? undefined : end + close.length;
  }

  /** A quote in it is written twice. */
  function behindVerbatim(quote: number): number | undefined {
    for (let end = text.indexOf('"', quote + 1); end !== -1; end = text.indexOf('"', end + 2)) {
      if (text.charAt(end + 1) !== '"') return end + 1;
    }
    return text.length;
  }

  return (quote) => {
    if (kind === undefined || text.charAt(quote) !== '"') return undefined;
    const before = text.slice(Math.max(0, quote - 20), quote);
    if (kind === "csharp") return /@\$?$/.test(before) ? behindVerbatim(quote) : undefined;
    const close = kind === "cpp" ? cppClose(text, before, quote) : hashedClose(before, kind);
    return close === undefined ? undefined : behind(quote + 1, close);
  };
}

function hashedClose(before: string, kind: "rust" | "swift"): string | undefined {
  const hashes = (kind === "rust" ? /(?:^|\W)[bc]?r(#*)$/ : /(?:^|[^#])(#+)$/).exec(before)?.[1];
  return hashes === undefined ? undefined : `"${hashes}`;
}

function cppClose(text: string, before: string, quote: number): string | undefined {
  if (!/(?:^|\W)(?:u8|[uUL])?R$/.test(before)) return undefined;
  const delimiter = /^"([^\s()\\"]{0,16})\(/.exec(text.slice(quote, quote + 20))?.[1];
  return delimiter === undefined ? undefined : `)${delimiter}"`;
}
