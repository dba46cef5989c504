/**
 * A glob as a regular expression for paths with forward slashes. Without a "/" it matches a name at any depth; a glob whose
 * last part is plain also matches everything below a directory with that name.
 */
export function globExpression(glob: string): RegExp {
  const trimmed = glob.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
  const parts = splitGlob(trimmed);
  const last = parts.at(-1) ?? "";
  const isAnchored = parts.length > 1 || glob.startsWith("/") || glob.startsWith("./");
  const below = /[*?[{]/.test(last) ? "" : "(?:/.*)?";
  return new RegExp(`^${isAnchored ? "" : "(?:.*/)?"}${joinParts(parts)}${below}$`, "su");
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
  let depth = 0;
  let body = "";
  for (const { groups = {} } of part.matchAll(tokens)) {
    const { escaped, not, set, other } = groups;
    if (escaped !== undefined) body += escapeLiteral(escaped);
    else if (set !== undefined) body += translateSet(set, not !== "");
    else if (other === "*") body += "[^/]*";
    else if (other === "?") body += "[^/]";
    else if (other === "{") [body, depth] = [`${body}(?:`, depth + 1];
    else if (other === "}" && depth > 0) [body, depth] = [`${body})`, depth - 1];
    else if (other === "," && depth > 0) body += "|";
    else if (other === "[") throw new SyntaxError("open bracket");
    else body += escapeLiteral(other ?? "");
  }
  if (depth !== 0) throw new SyntaxError("open brace");
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
