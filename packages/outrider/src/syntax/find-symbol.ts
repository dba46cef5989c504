import { ToolError } from "toolwright";
import { nearestFirst } from "../workspace/text/nearest-first.ts";
import type { OutlineSymbol } from "./outline.ts";

const listed = 20;
// What is not recognised may still be there.
const otherwise = "Use pattern, or offset and limit.";

/**
 * The symbols at a name path, several where they share it (overloads, a type and its `impl`s). Exactly, by the end of
 * the path, in any case, then by a part. A ToolError `no_symbol` lists what there is when none or different ones fit.
 */
export function findSymbols(symbols: readonly OutlineSymbol[], wanted: string): readonly OutlineSymbol[] {
  const name = wanted
    .trim()
    .replaceAll(/::|\.|#/g, "/")
    .replace(/\(\)$/, "");
  const folded = name.toLowerCase();
  const checks: readonly ((path: string) => boolean)[] = [
    (path) => path === name,
    (path) => path.endsWith(`/${name}`),
    (path) => path.toLowerCase() === folded || path.toLowerCase().endsWith(`/${folded}`),
    (path) => folded !== "" && path.toLowerCase().includes(folded),
  ];
  for (const fits of checks) {
    const found = symbols.filter((symbol) => fits(symbol.path));
    if (new Set(found.map((symbol) => symbol.path)).size === 1) return found;
    if (found.length > 1) throw ambiguous(wanted, found);
  }
  throw unknown(wanted, symbols);
}

function ambiguous(wanted: string, found: readonly OutlineSymbol[]): ToolError {
  const message = `${found.length} symbols fit ${JSON.stringify(wanted)}: ${list(found)}. Give one of these paths.`;
  return new ToolError("no_symbol", message);
}

function unknown(wanted: string, symbols: readonly OutlineSymbol[]): ToolError {
  if (symbols.length === 0) {
    return new ToolError(
      "no_symbol",
      `There is no symbol ${JSON.stringify(wanted)}: none were recognised in the file. ${otherwise}`,
    );
  }
  const byPath = new Map(symbols.map((symbol) => [symbol.path, symbol]));
  const order = nearestFirst(wanted, [...byPath.keys()]);
  const sorted = order.flatMap((path) => byPath.get(path) ?? []);
  const message = `No symbol ${JSON.stringify(wanted)} was recognised. Of ${sorted.length}, nearest first: ${list(sorted)}. ${otherwise}`;
  return new ToolError("no_symbol", message);
}

function list(symbols: readonly OutlineSymbol[]): string {
  const shown = symbols.slice(0, listed).map((symbol) => `${symbol.path} (line ${symbol.line + 1})`);
  const more = symbols.length - shown.length;
  return shown.join("; ") + (more > 0 ? ` and ${more} more` : "");
}
