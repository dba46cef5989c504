/** A type taken apart: `Result<store::Store, Error>`. */
export interface ReadType {
  readonly words: readonly string[];
  /** Undefined for those that are no plain names. */
  readonly arguments: readonly (ReadType | undefined)[];
}

/** Undefined for what is no plain name with arguments: lists, functions, tuples and unions. */
export function readType(text: string): ReadType | undefined {
  const bare = withoutNothing(text)
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

/** `Store` of `Store | undefined`: nothing else has members. */
export function withoutNothing(text: string): string {
  return text
    .replace(/(?:\s*\|\s*(?:undefined|null|None))+\s*$/, "")
    .replace(/^[:\s]*(?:(?:undefined|null|None)\s*\|\s*)+/, "");
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
