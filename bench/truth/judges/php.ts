/**
 * PHP: intelephense's symbols of every file, and its definition of every occurrence of up to 150 names a repository. Not judged: names in
 * comments and strings, and members of values whose type it cannot infer; packages of the repository are not installed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cacheFolder, npmPackage } from "../../accuracy/cache.ts";
import { type LspClient, startLsp } from "../../accuracy/lsp-client.ts";
import { type DocumentSymbol, lspKind } from "../../accuracy/lsp-oracle.ts";
import type { Declaration, DeclarationKind } from "../model.ts";
import type { Judge, Question } from "./judge.ts";
import { chooseNames, createIds, findWords } from "./chosen-names.ts";
import { askDefinitions, initialize } from "./lsp-definitions.ts";

const version = "1.18.5";
/** Comments and strings, in which names are not judged. */
const ignored = /\/\*[^]*?\*\/|(?:\/\/|#(?!\[))[^\n]*|'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/g;

export const php: Judge = {
  language: "php",
  title: `intelephense ${version}`,
  endings: [".php"],
  programs: ["php.ts", "chosen-names.ts", "lsp-definitions.ts"],
  isSeeded: true,
  run: judgeWithIntelephense,
};

const kinds: Readonly<Record<number, DeclarationKind>> = {
  [lspKind.class]: "class",
  [lspKind.interface]: "interface",
  [lspKind.enum]: "class",
  [lspKind.method]: "method",
  [lspKind.function]: "function",
  [lspKind.constant]: "constant",
  [lspKind.enumMember]: "constant",
  [lspKind.property]: "field",
  [lspKind.field]: "field",
};

async function judgeWithIntelephense({ root, files, seed }: Question): Promise<string> {
  const server = join(await npmPackage("intelephense", version), "node_modules/intelephense/lib/intelephense.js");
  const client = startLsp(process.execPath, [server, "--stdio"], root);
  const indexed = new Promise<void>((resolve) =>
    client.listen((method) => {
      if (method === "indexingEnded") resolve();
    }),
  );
  try {
    await initialize(client, root, { storagePath: join(cacheFolder, "intelephense"), clearCache: true });
    await indexed;
    const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));
    const declarations: Declaration[] = [];
    for (const [file, text] of texts) declarations.push(...(await declarationsOf(client, root, file, text)));
    const places = findWords(texts, ignored);
    const names = chooseNames(declarations, places, seed);
    const declared = new Set(declarations.map(({ at }) => at.join(":")));
    const asked = names.flatMap((name) => places.get(name) ?? []).filter(({ at }) => !declared.has(at.join(":")));
    const idOf = createIds(declarations);
    const uses = await askDefinitions({ client, root, languageId: "php", idOf }, asked);
    return [JSON.stringify({ names }), ...declarations.map((each) => JSON.stringify(each)), ...uses, ""].join("\n");
  } finally {
    await client.close();
  }
}

async function declarationsOf(
  client: LspClient,
  root: string,
  file: string,
  text: string,
): Promise<readonly Declaration[]> {
  const uri = pathToFileURL(join(root, file)).href;
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "php", version: 1, text } });
  const symbols = await client.request("textDocument/documentSymbol", { textDocument: { uri } });
  client.notify("textDocument/didClose", { textDocument: { uri } });
  const lines = text.split("\n");
  const found: Declaration[] = [];
  const visit = (symbol: DocumentSymbol, container: string, isLocal: boolean): void => {
    const name = symbol.name.replace(/^\$/, "");
    const { line, character } = symbol.selectionRange.start;
    const column = lines[line]?.indexOf(name, character) ?? -1;
    const kind = isLocal ? "local" : (kinds[symbol.kind] ?? "local");
    const at = [file, line + 1, column + 1] as const;
    const id = at.join(":");
    // What a comment declares (`@property`, `@method`) is written in no code.
    if (column >= 0 && !/^\s*\/?\*/.test(lines[line] ?? "")) found.push({ declare: id, at, name, kind, container });
    const isScope = symbol.kind !== lspKind.namespace;
    const inner = isScope ? (container === "" ? name : `${container}/${name}`) : container;
    const isFunction = [lspKind.function, lspKind.method, lspKind.constructor].some((each) => each === symbol.kind);
    for (const child of symbol.children ?? []) visit(child, inner, isLocal || isFunction);
  };
  // Nested symbols, as was asked for.
  for (const symbol of (symbols ?? []) as readonly DocumentSymbol[]) visit(symbol, "", false);
  return found;
}
