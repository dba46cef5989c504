import { ToolError } from "toolwright";
import { nearestFirst } from "../workspace/text/nearest-first.ts";
import { visibleLine } from "../workspace/text/visible-text.ts";
import type { CodeSymbol } from "./code-symbol.ts";

const listed = 20;
// A symbol that is not recognised may still be in the text.
const otherwise = "Use pattern, or offset and limit.";

/**
 * The symbols at a name path, several if they share it (overloads, a type and its `impl`s); `name[1]` is the second of
 * them. Matches exactly, then by the end of the path, then ignoring case, then by a part. Throws a ToolError `no_symbol` that
 * lists the candidates if none or different symbols match.
 */
export function findSymbols(symbols: readonly CodeSymbol[], wanted: string): readonly CodeSymbol[] {
  const [, given = "", number] = /^(.*?)(?:\[(\d+)\])?$/s.exec(wanted.trim().replace(/\(\)$/, "")) ?? [];
  const found = findAt(symbols, given, wanted);
  if (number === undefined) return found;
  const chosen = found.filter(({ overload = 0 }) => overload === Number(number));
  if (chosen.length > 0) return chosen;
  const message = `There is no ${show(wanted)}; there are ${found.length}, from [0] on: ${list(found)}.`;
  throw new ToolError("no_symbol", message);
}

function findAt(symbols: readonly CodeSymbol[], given: string, wanted: string): readonly CodeSymbol[] {
  const name = given.replaceAll(/::|\.|#/g, "/");
  const folded = name.toLowerCase();
  const checks: readonly ((path: string) => boolean)[] = [
    (path) => path === given || path === name,
    (path) => path.endsWith(`/${given}`) || path.endsWith(`/${name}`),
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

function ambiguous(wanted: string, found: readonly CodeSymbol[]): ToolError {
  const message = `${found.length} symbols fit ${show(wanted)}: ${list(found)}. Give one of these paths.`;
  return new ToolError("no_symbol", message);
}

function unknown(wanted: string, symbols: readonly CodeSymbol[]): ToolError {
  if (symbols.length === 0) {
    return new ToolError("no_symbol", `There is no symbol ${show(wanted)}: the file declares none. ${otherwise}`);
  }
  const byPath = new Map(symbols.map((symbol) => [symbol.path, symbol]));
  const order = nearestFirst(wanted, [...byPath.keys()]);
  const sorted = order.flatMap((path) => byPath.get(path) ?? []);
  const message = `There is no symbol ${show(wanted)}. Of ${sorted.length}, nearest first: ${list(sorted)}. ${otherwise}`;
  return new ToolError("no_symbol", message);
}

function list(symbols: readonly CodeSymbol[]): string {
  const shown = symbols.slice(0, listed).map(({ path, overload, line }) => {
    const number = overload === undefined ? "" : `[${overload}]`;
    return `${visibleLine(path)}${number} (line ${line + 1})`;
  });
  const more = symbols.length - shown.length;
  return shown.join("; ") + (more > 0 ? ` and ${more} more` : "");
}

function show(wanted: string): string {
  return visibleLine(JSON.stringify(wanted));
}
