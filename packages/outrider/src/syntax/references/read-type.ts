import type { GraphNode } from "./graph-node.ts";

/** A type taken apart: `Result<store::Store, Error>`. */
export interface ReadType {
  readonly words: readonly string[];
  /** Undefined for those that are no plain names. */
  readonly arguments: readonly (ReadType | undefined)[];
}

/** A type as a declaration writes it, or one that was resolved already. */
export type TypeState = { readonly node: GraphNode } | WrittenState;

interface WrittenState {
  readonly file: string;
  readonly type: ReadType;
  /** Where in the file its name stands. */
  readonly start: number;
  readonly end: number;
  /** What `Self` means there. */
  readonly own: GraphNode | undefined;
}

/** Undefined for what is no plain name with arguments: lists, functions, tuples and unions. */
export function readType(text: string): ReadType | undefined {
  const bare = text
    .replace(/^[:\s]+/, "")
    .replace(/^(?:[*&]|'\w+\s|(?:mut|const|dyn|impl|final|in|ref|out|volatile|struct|class|enum|typename)\b|\s)+/, "")
    .replace(/^[?\\]/, "")
    .replace(/(?:[?!&*\s]|\bconst\b)+$/, "");
  const name = /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*/u.exec(bare)?.[0];
  if (name === undefined) return undefined;
  const rest = bare.slice(name.length).trim();
  const words = name.split(/\.|::|\\/);
  if (rest === "") return { words, arguments: [] };
  // `Store[]`, `Store["child"]`, `A<B> | C<D>` and `A<B>[]` are other types.
  const inner = /^(?:<([^]*)>|\[([^]*)\])$/.exec(rest);
  const listed = (inner?.[1] ?? inner?.[2] ?? "").trim();
  if (!/^[\p{L}_$&*'([<?]/u.test(listed) || /^'[^']*'/.test(listed) || !isBalanced(listed)) return undefined;
  const all = splitArguments(listed);
  if (all.length === 0) return listed.startsWith("'") ? { words, arguments: [] } : undefined;
  return { words, arguments: all.map((each) => readType(each)) };
}

/** No bracket closes that was not opened before. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const letter of text.replaceAll("->", "")) {
    if (/[<([]/.test(letter)) depth += 1;
    if (/[>)\]]/.test(letter)) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** At the commas outside of brackets; lifetimes are left out. */
function splitArguments(text: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if (/[<([]/.test(letter)) depth += 1;
    if (/[>)\]]/.test(letter)) depth -= 1;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "" && !part.startsWith("'"));
}
