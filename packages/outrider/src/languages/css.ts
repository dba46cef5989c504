import type { OutlinedLanguage } from "./language.ts";
import { outlineStylesheet } from "./outlined/stylesheet.ts";

export default {
  id: "css",
  title: "CSS",
  extensions: ["css"],
  outline: (text) => outlineStylesheet(text),
} satisfies OutlinedLanguage;
