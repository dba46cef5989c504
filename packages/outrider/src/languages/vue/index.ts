import { ecmascript } from "../ecmascript/ecmascript.ts";
import { ecmascriptEditing } from "../ecmascript/editing.ts";
import { afterWords } from "../hierarchy/head-names.ts";
import type { OutlinedLanguage } from "../language.ts";
import { scanMarkup, blockSection, scriptParts, styleSymbols } from "../scanners/markup.ts";

/** Script declarations are top-level symbols; template and styles are sections. */
export default {
  id: "vue",
  title: "Vue",
  extensions: ["vue"],
  outline(text) {
    const blocks = scanMarkup(text).filter(({ depth }) => depth === 0);
    return [...blocks.filter(({ tag }) => tag === "template").map(blockSection), ...styleSymbols(text, blocks)];
  },
  embedded: (text) => scriptParts(scanMarkup(text).filter(({ depth }) => depth === 0)),
  isExported: ecmascript.isExported,
  hierarchy: { supertypes: afterWords, platform: "ecmascript", extendsResults: true },
  editing: { ...ecmascriptEditing, entities: "always" },
} satisfies OutlinedLanguage;
