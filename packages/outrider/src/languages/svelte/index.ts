import { ecmascript } from "../ecmascript/ecmascript.ts";
import { ecmascriptEditing } from "../ecmascript/editing.ts";
import { afterWords } from "../hierarchy/head-names.ts";
import type { OutlinedLanguage, RawSymbol } from "../language.ts";
import { scriptParts, styleSymbols, scanMarkup } from "../scanners/markup.ts";
import type { ServerSpec } from "../server-spec.ts";

const svelte: ServerSpec = {
  id: "svelte",
  title: "Svelte",
  languages: { svelte: "svelte" },
  program: {
    names: ["svelteserver"],
    args: ["--stdio"],
    npm: {
      package: "svelte-language-server",
      version: "0.18.4",
      entry: "bin/server.js",
      beside: { typescript: "5.9.3" },
      sizeMb: 51,
      integrity: {
        "svelte-language-server":
          "sha512-OjY1U6lraW13P1hDoRWAkcFkiiMSxZDHzIDUnWE3bIx0k9LZsiyis5pLUNXz9Dz2IWSIAaldUO1ZVrSr43O+og==",
        typescript: "sha512-jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw==",
      },
    },
  },
  obtain: "outrider languages install svelte",
  // In an untrusted project it uses its own compiler and ignores svelte.config.js.
  options: ({ trusted }) => ({ isTrusted: trusted, dontFilterIncompleteCompletions: true }),
  settings: () => ({ svelte: { plugin: { svelte: { format: { enable: false } } } }, prettier: {}, emmet: {} }),
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: true,
  opensCandidates: true,
};

/** Script declarations and markup snippets are top-level symbols; styles are a section. */
export default {
  id: "svelte",
  title: "Svelte",
  extensions: ["svelte"],
  outline(text) {
    return [...snippets(text), ...styleSymbols(text, scanMarkup(text))];
  },
  embedded: (text) => scriptParts(scanMarkup(text)),
  isExported: ecmascript.isExported,
  hierarchy: { supertypes: afterWords, platform: "ecmascript", extendsResults: true },
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
