import type { EditingRules } from "../editing.ts";
import { shebang } from "../file-headers.ts";
import { sigiledNames } from "../name-patterns.ts";

/** What edits have to know of PHP. */
export const phpEditing: EditingRules = {
  commentMarks: ["#", "//", "/*"],
  indent: "    ",
  names: sigiledNames("[?!]?"),
  lists: { members: false, inBraces: false },
  header: {
    clauses: [shebang, /^<\?php\b/, /^declare\s*\(\s*strict_types\s*=\s*\d\s*\);/, /^namespace\s+[\w\\]+\s*;/],
  },
  page: { title: "PHP", opening: "<?php\n", endOfCode: beforeClosingTag, probe: (name) => `function ${name}() {}` },
  entities: "with tags",
  moves: { files: "named by path" },
};

/** A file may close its tag at the end. */
function beforeClosingTag(text: string, end: number): number {
  const isClosed = text.endsWith("?>", end) && text.lastIndexOf("<?php") > text.lastIndexOf("<?=");
  return isClosed ? text.slice(0, end - 2).trimEnd().length : end;
}
