/** A path as compared by lenient file systems: no case, one Unicode form, nothing invisible, no endings that Windows drops. */
export function comparable(path: string): string {
  // Walks judge hundreds of thousands of paths, and in nearly all of them only the case can differ.
  if (plain.test(path) && !oddEnds.test(path)) return path.toLowerCase();
  const visible = path.normalize("NFC").replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu, "");
  // Via upper case, which merges characters that lower case alone keeps apart, such as "ſ" and "s".
  const parts = visible
    .toUpperCase()
    .toLowerCase()
    .split(/[\\/]+/);
  return parts.map((part) => (/^\.+$/.test(part) ? part : part.replace(/[. ]+$/, ""))).join("/");
}

/** Printable ASCII without the backslash. */
const plain = /^[ -[\]-~]*$/;
const oddEnds = /[. ](?:\/|$)|\/\//;

/** Whether a comparable path matches one of the patterns, which `exposure-rules.ts` explains. */
export function matcher(names: readonly string[]): (path: string) => boolean {
  if (names.length === 0) return () => false;
  // A name that begins with "*" needs no anchor, and testing for one at every "/" of every path would be most of the work.
  const [free, whole] = [names.filter((name) => name.startsWith("*")), names.filter((name) => !name.startsWith("*"))];
  const ends = free.map((name) => asExpression(name.replace(/^\*+/, "")));
  const one = new RegExp([...ends, `(?:^|/)(?:${whole.map(asExpression).join("|") || "(?!)"})`].join("|"), "u");
  return (path) => one.test(path);
}

// Stands for "**/" until the single stars are replaced.
const anyDirectories = "\u0001";

function asExpression(name: string): string {
  const isDirectory = name.endsWith("/");
  const body = comparable(isDirectory ? name.slice(0, -1) : name)
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll("**/", anyDirectories)
    .replaceAll("*", "[^/]*")
    .replaceAll(anyDirectories, "(?:.*/)?");
  return isDirectory ? `${body}(?:/|$)` : `${body}$`;
}

/** `a{b,c}` as `ab` and `ac`; for the table of names only, braces in the user's own names stand for themselves. */
export function expandBraces(name: string): readonly string[] {
  const open = name.indexOf("{");
  if (open === -1) return [name];
  const close = name.indexOf("}", open);
  const [before, after] = [name.slice(0, open), name.slice(close + 1)];
  return name
    .slice(open + 1, close)
    .split(",")
    .flatMap((each) => expandBraces(before + each + after));
}
