import type { OutlinedLanguage } from "../language.ts";
import { outlinePerl } from "./perl-lines.ts";
import { perl } from "./perl.server.ts";
import { shebang } from "../file-headers.ts";
import { sigiledNames } from "../name-patterns.ts";

export default {
  id: "perl",
  title: "Perl",
  countedAs: { Perl: ["pl", "pm"] },
  extensions: ["pl", "pm", "t", "psgi"],
  interpreters: ["perl"],
  outline: outlinePerl,
  isExported: ({ name, kind, head }) => !name.startsWith("_") && kind !== "test" && !/^my\b/.test(head),
  servers: [perl],
  editing: {
    commentMarks: ["#"],
    names: sigiledNames("[?!]?"),
    header: { clauses: [shebang, /^package\s+[\w:]+;?/] },
    moves: { files: "named by path" },
  },
} satisfies OutlinedLanguage;
