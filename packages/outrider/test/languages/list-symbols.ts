import type { CodeSymbol } from "../../src/syntax/code-symbol.ts";

/** One line a symbol, as the expectations beside the fixtures have it: place, kind, path, what it is, signature, doc. */
export function listSymbols(symbols: readonly CodeSymbol[]): readonly string[] {
  return symbols.map((symbol) => {
    const { startLine, endLine, kind, path, overload, exported, test, signature, doc } = symbol;
    const marks = [exported ? "exported" : "", test && kind !== "test" ? "test" : ""].filter((mark) => mark !== "");
    return [
      `${startLine + 1}-${endLine}`,
      kind,
      overload === undefined ? path : `${path}[${overload}]`,
      ...marks,
      `| ${signature}`,
      ...(doc === undefined ? [] : [`| ${doc}`]),
    ].join(" ");
  });
}
