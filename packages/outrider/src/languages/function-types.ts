/** In place of the index of a parameter: the result. */
export const resultIndex = -1;

/**
 * The type of a parameter in `<T>(a: A, b?: B) => C`, or in what follows the name of a function; of the result for `resultIndex`. Undefined
 * if there is none.
 */
export function parameterTypeIn(text: string, index: number): string | undefined {
  const from = text
    .slice(skipGenerics(text))
    .trimStart()
    .replace(/^\?\s*/, "");
  if (!from.startsWith("(")) return undefined;
  const end = closing(from, 0);
  if (index === resultIndex) return end === undefined ? undefined : resultBehind(from.slice(end));
  const all = end === undefined ? [] : splitAtCommas(from.slice(1, end - 1));
  const [first] = all;
  const parameter = all[/^this\s*:/.test(first ?? "") ? index + 1 : index];
  if (parameter === undefined || parameter.startsWith("...")) return undefined;
  const plain = parameter.replace(/^(?:(?:public|private|protected|readonly|override)\s+)+/, "");
  const nameEnd = /^[{[]/.test(plain) ? closing(plain, 0) : /^[\p{L}\p{N}_$]+/u.exec(plain)?.[0].length;
  const type = nameEnd === undefined ? null : /^\s*\??\s*:\s*([^]+)$/.exec(plain.slice(nameEnd));
  return type?.[1] === undefined ? undefined : upToDefault(type[1]);
}

/** `C` of `=> C` and `: C`; what a predicate or an assertion says is no type of a value. */
function resultBehind(text: string): string | undefined {
  const type = /^\s*(?:=>|:)\s*([^]+)$/.exec(text)?.[1];
  const result = type === undefined ? undefined : upToDefault(type).replace(/\s*[{;][^]*$/, "");
  return result === undefined || /^asserts\b|\bis\b/.test(result) ? undefined : result;
}

/** `T` and `U` in `<T extends A, U = B>`. */
export function typeParametersIn(text: string): readonly string[] {
  const from = text.trimStart();
  const end = from.startsWith("<") ? closing(from, 0) : undefined;
  const listed = end === undefined ? [] : splitAtCommas(from.slice(1, end - 1));
  return listed.map((each) => /^(?:(?:const|in|out)\s+)*([\p{L}\p{N}_$]+)/u.exec(each)?.[1] ?? "");
}

/** The offset behind `<…>` at the beginning. */
export function skipGenerics(text: string): number {
  const start = /^\s*/.exec(text)?.[0].length ?? 0;
  return text[start] === "<" ? (closing(text, start) ?? 0) : 0;
}

function upToDefault(type: string): string {
  let depth = 0;
  for (let at = 0; at < type.length; at += 1) {
    const letter = type[at] ?? "";
    if (depth === 0 && letter === "=" && type[at + 1] !== ">") return type.slice(0, at).trim();
    if (/[<([{]/.test(letter)) depth += 1;
    if (isClosing(type, at)) depth -= 1;
  }
  return type.trim();
}

function splitAtCommas(text: string): readonly string[] {
  const parts = [""];
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (/[<([{]/.test(letter)) depth += 1;
    if (isClosing(text, at)) depth -= 1;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** The offset behind the bracket that closes the one at this offset. */
function closing(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (/[<([{]/.test(text[at] ?? "")) depth += 1;
    if (isClosing(text, at)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Not the arrow of a function. */
function isClosing(text: string, at: number): boolean {
  return /[>)\]}]/.test(text[at] ?? "") && !(text[at] === ">" && text[at - 1] === "=");
}
