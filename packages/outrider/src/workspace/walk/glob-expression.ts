/**
 * A glob as a regular expression for paths with forward slashes. Without a "/" it matches a name at any depth; a glob whose
 * last part is plain also matches everything below a directory with that name.
 */
export function globExpression(glob: string): RegExp {
  const plain = expandBraces(glob).map(expressionOf);
  return new RegExp(`^(?:${plain.join("|")})$`, "su");
}

/** More alternatives than anyone writes. */
const maxPlain = 1_000;

/** `{a,b/**}/c` as `a/c` and `b/**` + `/c`. */
function expandBraces(glob: string): readonly string[] {
  const tokens = Array.from(glob.matchAll(/\\.|\[[!^]?\]?[^\]]*\]|[\s\S]/gu), ([token]) => token);
  const [plain, rest] = readAlternatives(tokens, 0, false);
  if (rest < tokens.length) throw new SyntaxError("closed brace");
  return plain;
}

/** What may stand from here to the end, or to the brace that closes; and where that is. */
function readAlternatives(
  tokens: readonly string[],
  from: number,
  inBraces: boolean,
): readonly [plain: readonly string[], end: number] {
  const done: string[] = [];
  let open: readonly string[] = [""];
  let at = from;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    if (token === "}" && inBraces) return [[...done, ...open], at];
    if (token === "," && inBraces) {
      done.push(...open);
      open = [""];
      continue;
    }
    let next = [token === "}" ? String.raw`\}` : token];
    if (token === "{") {
      const [inner, end] = readAlternatives(tokens, at + 1, true);
      next = [...inner];
      at = end;
    }
    if (open.length * next.length > maxPlain) throw new SyntaxError("too many alternatives");
    open = open.flatMap((before) => next.map((after) => before + after));
  }
  if (inBraces) throw new SyntaxError("open brace");
  return [open, at];
}

/** Without braces. */
function expressionOf(glob: string): string {
  const trimmed = glob.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
  const parts = trimmed.split("/");
  const last = parts.at(-1) ?? "";
  const isAnchored = parts.length > 1 || glob.startsWith("/") || glob.startsWith("./");
  const below = /[*?[]/.test(last) ? "" : "(?:/.*)?";
  return `${isAnchored ? "" : "(?:.*/)?"}${joinParts(parts)}${below}`;
}

/** Splits at each "/" outside braces. */
export function splitGlob(glob: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const [character] of glob.matchAll(/\\.|[\s\S]/gu)) {
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (character === "/" && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function joinParts(parts: readonly string[]): string {
  let body = "";
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    if (part === "**") body += isLast ? ".*" : "(?:.*/)?";
    else body += translate(part) + (isLast ? "" : "/");
  }
  return body;
}

const tokens = /\\(?<escaped>.)|\[(?<not>[!^]?)(?<set>\]?[^\]]*)\]|(?<other>[\s\S])/gu;

function translate(part: string): string {
  let body = "";
  for (const { groups = {} } of part.matchAll(tokens)) {
    const { escaped, not, set, other } = groups;
    if (escaped !== undefined) body += escapeLiteral(escaped);
    else if (set !== undefined) body += translateSet(set, not !== "");
    else if (other === "*") body += "[^/]*";
    else if (other === "?") body += "[^/]";
    else if (other === "[") throw new SyntaxError("open bracket");
    else body += escapeLiteral(other ?? "");
  }
  return body;
}

function translateSet(set: string, isNegated: boolean): string {
  if (set === "") throw new SyntaxError("empty set");
  const body = set.replaceAll(/[\\\]^[]/g, String.raw`\$&`);
  return isNegated ? `[^/${body}]` : `[${body}]`;
}

function escapeLiteral(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
