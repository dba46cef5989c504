import type { OutlinedLanguage } from "../language.ts";
import { outlinePerl } from "./perl-lines.ts";
import { perl } from "./perl.server.ts";

export default {
  id: "perl",
  title: "Perl",
  countedAs: { Perl: ["pl", "pm"] },
  extensions: ["pl", "pm", "t", "psgi"],
  interpreters: ["perl"],
  outline: outlinePerl,
  isExported: ({ name, kind, head }) => !name.startsWith("_") && kind !== "test" && !/^my\b/.test(head),
  servers: [perl],
} satisfies OutlinedLanguage;
