import type { OutlinedLanguage } from "../language.ts";
import { shebang, sigiledNames } from "../name-patterns.ts";
import type { ServerSpec } from "../server-spec.ts";
import { outlinePerl } from "./perl-lines.ts";

const perl: ServerSpec = {
  id: "perl",
  title: "Perl Navigator",
  languages: { perl: "perl" },
  program: { names: ["perlnavigator"], args: ["--stdio"] },
  obtain: "https://github.com/bscan/PerlNavigator/releases",
  inherits: ["PERL5LIB"],
  runsCode: "BEGIN blocks of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

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
