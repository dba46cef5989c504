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
import { createRandom } from "../random.ts";
import type { Judge, Question } from "./judge.ts";
import { askDefinitions, initialize, type Occurrence, type Target } from "./lsp-definitions.ts";

const version = "1.18.5";
const mostNames = 150;
const mostPlaces = 300;

export const php: Judge = {
  language: "php",
  title: `intelephense ${version}`,
  endings: [".php"],
  programs: ["php.ts", "lsp-definitions.ts"],
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
    const places = findWords(texts);
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

/** Every word outside of comments and strings. */
function findWords(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly Occurrence[]> {
  const found = new Map<string, Occurrence[]>();
  const ignored = /\/\*[^]*?\*\/|(?:\/\/|#(?!\[))[^\n]*|'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/g;
  for (const [file, text] of texts) {
    const code = text.replaceAll(ignored, (part) => part.replaceAll(/[^\n]/g, " "));
    for (const [index, line] of code.split("\n").entries()) {
      for (const match of line.matchAll(/[A-Za-z_]\w*/g)) {
        const at = [file, index + 1, match.index + 1] as const;
        const known = found.get(match[0]);
        if (known === undefined) found.set(match[0], [{ at, name: match[0] }]);
        else known.push({ at, name: match[0] });
      }
    }
  }
  return found;
}

/** Of every kind in turns. */
function chooseNames(
  declarations: readonly Declaration[],
  places: ReadonlyMap<string, readonly Occurrence[]>,
  seed: number,
): readonly string[] {
  const random = createRandom(seed);
  const pools = [...new Set(Object.values(kinds))].map((kind) => {
    const names = new Set(declarations.filter((each) => each.kind === kind).map(({ name }) => name));
    const fitting = [...names].filter((name) => {
      const count = places.get(name)?.length ?? 0;
      return count >= 2 && count <= mostPlaces && !name.startsWith("__");
    });
    return fitting
      .sort()
      .map((name) => ({ name, rank: random() }))
      .sort((a, b) => a.rank - b.rank);
  });
  const chosen = new Set<string>();
  for (let at = 0; chosen.size < mostNames && pools.some((pool) => at < pool.length); at += 1)
    for (const { name } of pools.flatMap((pool) => pool[at] ?? [])) chosen.add(name);
  return [...chosen];
}

/** The declaration of the name in the lines that the server points to. */
function createIds(declarations: readonly Declaration[]): (target: Target, name: string) => string {
  const byName = new Map<string, Declaration[]>();
  for (const each of declarations) {
    const key = `${each.at[0]} ${each.name}`;
    byName.set(key, [...(byName.get(key) ?? []), each]);
  }
  return ({ file, line, column, lastLine }, name) => {
    const own = byName.get(`${file} ${name}`) ?? [];
    const exact = own.find(({ at }) => at[1] >= line && at[1] <= lastLine);
    return exact?.declare ?? `${file}:${line}:${column}`;
  };
}
