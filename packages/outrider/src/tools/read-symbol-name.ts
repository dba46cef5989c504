import { ToolError } from "toolwright";
import { isSymbolKind, type SymbolKind } from "../languages/symbol-kind.ts";

/** A symbol as a question names it. */
export interface SymbolName {
  readonly kind: SymbolKind | undefined;
  /** Without kind, parentheses and number. */
  readonly name: string;
  /** The last part of it. */
  readonly last: string;
  readonly overload: number | undefined;
}

/** A kind may precede it, as for edits: `interface Foo`. */
export function readSymbolName(given: string): SymbolName {
  const [, first = "", rest = ""] = /^(\S+)\s+(\S.*)$/s.exec(given.trim()) ?? [];
  const kind = isSymbolKind(first) ? first : undefined;
  const text = (kind === undefined ? given.trim() : rest).replace(/\(\)$/, "");
  const index = /\[(\d+)\]$/.exec(text);
  const name = index === null ? text : text.slice(0, index.index);
  if (name === "")
    throw new ToolError("no_symbol", "Expected `symbol` to be a name such as Store/get, got an empty text.");
  const last = name.split(/\/|::|\.|#/).findLast((part) => part !== "") ?? name;
  return { kind, name, last, overload: index === null ? undefined : Number(index[1]) };
}
