const mask = "***";

// `export KEY=`, `key = `, `//registry.example/:_authToken=`, and the same after a comment sign.
const assignment = /^(\s*(?:[#;]+\s*)?(?:export\s+|set\s+)?)((?:\/\/[\w.:/@-]+|[@A-Za-z_][\w.@/:-]*))(\s*[=]\s*)(.*)$/;
const comment = /^\s*(?:[#;]|\/\/)/;
const hereDocument = /<<[-~]?\s*["']?(\w+)["']?\s*$/;

/** Lines of `.env` and similar files with all values masked; lines that are not assignments or comments are masked entirely. */
export function maskAssignments(lines: readonly string[]): readonly string[] {
  let until: ((line: string) => boolean) | undefined;
  return lines.map((line) => {
    if (until !== undefined) {
      if (until(line)) until = undefined;
      return mask;
    }
    if (line.trim() === "") return "";
    if (line.includes("-----BEGIN")) {
      until = line.includes("-----END") ? undefined : (next) => next.includes("-----END");
      const key = assignment.exec(line);
      return key === null ? mask : `${key[1] ?? ""}${key[2] ?? ""}${key[3] ?? ""}${mask}`;
    }
    const match = assignment.exec(line);
    const [, before = "", key = "", sign = "", value = ""] = match ?? [];
    if (match !== null && isKey(key)) {
      until = continuation(value);
      return value === "" ? line : `${before}${key}${sign}${mask}`;
    }
    return comment.test(line) ? maskComment(line) : mask;
  });
}

/** An encoded secret mixes upper case, lower case and digits, unlike the name of a variable. */
function isKey(key: string): boolean {
  if (key.startsWith("//")) return true;
  if (key.length > 80) return false;
  return key.length <= 24 ? !/^[A-Za-z0-9+/]{2,}$/.test(key) || !isMixed(key) : !isMixed(key);
}

function isMixed(key: string): boolean {
  return /[a-z]/.test(key) && /[A-Z]/.test(key) && /\d/.test(key);
}

/** Recognizes the last line of a value that continues on the following lines. */
function continuation(value: string): ((line: string) => boolean) | undefined {
  const quote = /^["'`]/.exec(value)?.[0];
  if (quote !== undefined) return closes(value.slice(1), quote) ? undefined : (line) => closes(line, quote);
  const word = hereDocument.exec(value)?.[1];
  if (word !== undefined) return (line) => line.trim() === word;
  if (value.endsWith("\\")) return (line) => !line.endsWith("\\");
  return undefined;
}

function closes(text: string, quote: string): boolean {
  return text.replaceAll(/\\./g, "").includes(quote);
}

/** Comments may be shown, but passwords in URLs are masked there, too. */
function maskComment(line: string): string {
  return line.replaceAll(/(:\/\/)[^\s/@]+@/g, `$1${mask}@`).replaceAll(/[A-Za-z0-9+/_=-]{24,}/g, mask);
}
