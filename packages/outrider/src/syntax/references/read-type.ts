/** A type taken apart: `Result<store::Store, Error>`. */
export interface ReadType {
  readonly words: readonly string[];
  readonly arguments: readonly ReadType[];
}

/** Undefined for what is no plain name with arguments: lists, functions, tuples and unions. */
export function readType(text: string): ReadType | undefined {
  const bare = text
    .replace(/^[:\s]+/, "")
    .replace(/^(?:[*&]|'\w+\s|(?:mut|const|dyn|impl|final|in|ref|out|volatile|struct|class|enum|typename)\b|\s)+/, "")
    .replace(/^[?\\]/, "")
    .replace(/(?:[?!&*\s]|\bconst\b)+$/, "");
  const found = /^([\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*)(?:\s*[<[]([^]*)[>\]])?$/u.exec(
    bare,
  );
  if (found?.[1] === undefined) return undefined;
  const inner = found[2] === undefined ? [] : splitArguments(found[2]);
  return { words: found[1].split(/\.|::|\\/), arguments: inner.flatMap((each) => readType(each) ?? []) };
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
