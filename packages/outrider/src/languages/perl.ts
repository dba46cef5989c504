import type { OutlinedLanguage } from "./language.ts";
import { outlinePerl } from "./outlined/perl-lines.ts";

export default {
  id: "perl",
  title: "Perl",
  extensions: ["pl", "pm", "t", "psgi"],
  interpreters: ["perl"],
  outline: outlinePerl,
  isExported: ({ name, kind, head }) => !name.startsWith("_") && kind !== "test" && !/^my\b/.test(head),
} satisfies OutlinedLanguage;
