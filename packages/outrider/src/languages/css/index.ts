import type { OutlinedLanguage } from "../language.ts";
import { outlineStylesheet } from "../scanners/stylesheet.ts";
import { css } from "./css.server.ts";
import { dashedNames } from "../name-patterns.ts";

export default {
  id: "css",
  title: "CSS",
  content: "markup",
  extensions: ["css"],
  outline: (text) => outlineStylesheet(text),
  servers: [css],
  editing: { names: dashedNames },
} satisfies OutlinedLanguage;
