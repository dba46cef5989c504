import { deniedNames, maskedNames, openNames } from "./exposure-rules.ts";
import type { Exposure } from "./located.ts";

export interface ExposureSettings {
  /** Names that may be read although they look like secrets; only the user's own settings can allow them. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

export interface ExposureJudge {
  /**
   * The exposure of a file, by its path alone; with "/" or the system's separator. `below` is the part of it
   * below the project: names that the user allows count only there, not in the directories above.
   */
  judge(path: string, below?: string): Exposure;
  /** The same for ripgrep, as far as globs can express it: ripgrep does not even open what these exclude. */
  readonly globs: readonly string[];
}

/** One table of names for every access to a file. Ignores case, Unicode form and endings that Windows drops. */
export function createExposureJudge(settings: ExposureSettings = {}): ExposureJudge {
  const own = matcher(settings.deny ?? []);
  const allowed = matcher(settings.allow ?? []);
  const denied = matcher(deniedNames);
  const open = matcher(openNames);
  const masked = matcher(maskedNames);
  const hidden = [...deniedNames, ...(settings.deny ?? [])];
  return {
    judge(path, below = path) {
      const name = comparable(path);
      if (own(name)) return "denied";
      if (allowed(comparable(below))) return "open";
      if (denied(name)) return "denied";
      return masked(name) && !open(name) ? "masked" : "open";
    },
    // Once a name is allowed, a glob could hide it from searches: judging each reported file is enough then.
    globs: settings.allow?.length ? [] : hidden.map(asGlob),
  };
}

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

/** Whether a comparable path has one of these names, at whatever depth. */
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

function asGlob(name: string): string {
  return name.endsWith("/") ? `!**/${name}**` : `!**/${name}`;
}
