import { deniedNames, maskedNames, openNames } from "./exposure-rules.ts";
import type { Exposure } from "./located.ts";

export interface ExposureSettings {
  /** Names that are shown although they look like secrets; only the user's own file says so. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

export interface ExposureJudge {
  /**
   * What may be seen of a file, by its path alone; with "/" or the system's separator between. `below` is the part of it
   * below the project: names that the user allows count only there, not in the directories above.
   */
  judge(path: string, below?: string): Exposure;
  /** The same for ripgrep, as far as its globs can say it: it does not even open what these leave out. */
  readonly globs: readonly string[];
}

/** One table of names for every way to a file. Case, Unicode form and what Windows drops at the end make no difference. */
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

/** A path as file systems that forgive much would compare it: no case, one Unicode form, nothing invisible, no ends that Windows drops. */
export function comparable(path: string): string {
  // Walks judge hundreds of thousands of paths, and in nearly all of them only the case can differ.
  if (plain.test(path) && !oddEnds.test(path)) return path.toLowerCase();
  const visible = path.normalize("NFC").replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/gu, "");
  // By way of upper case, which joins what lower case alone keeps apart, such as "ſ" and "s".
  const parts = visible
    .toUpperCase()
    .toLowerCase()
    .split(/[\\/]+/);
  return parts.map((part) => (/^\.+$/.test(part) ? part : part.replace(/[. ]+$/, ""))).join("/");
}

/** Printable ASCII without the backslash. */
const plain = /^[ -[\]-~]*$/;
const oddEnds = /[. ](?:\/|$)|\/\//;

function matcher(names: readonly string[]): (path: string) => boolean {
  if (names.length === 0) return () => false;
  // What begins with "*" needs no beginning, and to look for one at every "/" of every path would be most of the work.
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
