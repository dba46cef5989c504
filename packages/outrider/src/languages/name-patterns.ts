import type { NameRules } from "./editing.ts";

/** A Unicode identifier: the default for languages. */
export const plainName = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;

/** With `$`, and with joiners inside. */
export const dollarNames: NameRules = { pattern: () => /^[\p{XID_Start}_$][\p{XID_Continue}$\u{200c}\u{200d}]*$/u };

/** With `-`: keys, classes and the like. */
export const dashedNames: NameRules = { pattern: () => /^[\p{XID_Start}_-][\p{XID_Continue}-]*$/u };

/** With `'` after the first character. */
export const primedNames: NameRules = { pattern: () => /^[\p{XID_Start}_][\p{XID_Continue}']*$/u };

/** Keeps the `@`, `@@` or `$` that the old name begins with; may end with one of the given characters. */
export function sigiledNames(ending: string): NameRules {
  return {
    pattern(old) {
      const [mark = ""] = /^(?:@@|@|\$)?/.exec(old) ?? [];
      return new RegExp(`^${mark.replaceAll("$", "\\$")}[\\p{XID_Start}_]\\p{XID_Continue}*${ending}$`, "u");
    },
  };
}

/** The line that names a script's interpreter. */
export const shebang = /^#![^\n]*/;

/** `package a.b` anywhere at the start of a line; the name is its first group. */
export const packageStatement = /^package\s+([\w.]+)[ \t]*(?:[;{:]|\/[/*]|\r?$)/gm;

/** `package a.b`, which says where the file belongs. */
export const packageClause = /^package\s+[\w.]+;?/;
