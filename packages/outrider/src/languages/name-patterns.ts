import type { NameRules } from "./editing.ts";

/** An identifier of Unicode: what a language gets that says nothing else. */
export const plainName = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;

/** With `$`, and with joiners inside. */
export const dollarNames: NameRules = { pattern: () => /^[\p{XID_Start}_$][\p{XID_Continue}$\u{200c}\u{200d}]*$/u };

/** With `-`: keys, classes and the like. */
export const dashedNames: NameRules = { pattern: () => /^[\p{XID_Start}_-][\p{XID_Continue}-]*$/u };

/** With `'` behind the first character. */
export const primedNames: NameRules = { pattern: () => /^[\p{XID_Start}_][\p{XID_Continue}']*$/u };

/** With the `@`, `@@` or `$` that the old name begins with, and perhaps one of some marks at its end. */
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

/** `package a.b`, which says where the file belongs. */
export const packageClause = /^package\s+[\w.]+;?/;
