import type { OutlinedLanguage, RawSymbol } from "../language.ts";
import { scanMarkup } from "../scanners/markup.ts";
import { scriptParts, styleSymbols } from "../scanners/markup-parts.ts";
import { ecmascript } from "../ecmascript/ecmascript.ts";
import { svelte } from "./svelte.server.ts";
import { afterWords } from "../hierarchy/head-names.ts";
import { ecmascriptEditing } from "../ecmascript/editing.ts";

/** What the script declares and the snippets of the markup stand at the top; styles are a section. */
export default {
  id: "svelte",
  title: "Svelte",
  extensions: ["svelte"],
  outline(text) {
    return [...snippets(text), ...styleSymbols(text, scanMarkup(text))];
  },
  embedded: (text) => scriptParts(scanMarkup(text)),
  isExported: ecmascript.isExported,
  hierarchy: { supertypes: afterWords },
  servers: [svelte],
  editing: { ...ecmascriptEditing, entities: "always" },
} satisfies OutlinedLanguage;

function snippets(text: string): readonly RawSymbol[] {
  const found: RawSymbol[] = [];
  const open: {
    readonly start: number;
    readonly name: string;
    readonly nameStart: number;
    readonly bodyStart: number;
  }[] = [];
  for (const match of text.matchAll(/\{#snippet\s+([\p{L}_$][\p{L}\p{N}_$]*)[^}]{0,500}\}|\{\/snippet\}/gu)) {
    const [whole, name] = match;
    const end = match.index + whole.length;
    if (name !== undefined) {
      open.push({ start: match.index, name, nameStart: match.index + whole.indexOf(name, 9), bodyStart: end });
      continue;
    }
    const snippet = open.pop();
    if (snippet === undefined) continue;
    found.push({
      name: snippet.name,
      kind: "function",
      span: { start: snippet.start, end },
      nameSpan: { start: snippet.nameStart, end: snippet.nameStart + snippet.name.length },
      bodySpan: { start: snippet.bodyStart, end: match.index },
    });
  }
  return found;
}
