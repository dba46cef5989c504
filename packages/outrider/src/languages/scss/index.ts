import type { OutlinedLanguage } from "../language.ts";
import { outlineStylesheet } from "../scanners/stylesheet.ts";
import { dashedNames } from "../name-patterns.ts";

export default {
  id: "scss",
  title: "SCSS",
  countedAs: { CSS: ["scss"] },
  content: "markup",
  extensions: ["scss"],
  outline: (text) => outlineStylesheet(text),
  editing: { names: dashedNames },
} satisfies OutlinedLanguage;
