/**
 * Swift: the definition that sourcekit-lsp gives for every occurrence of up to 150 names a repository; sources and tests are compiled as one
 * module. Overloads in one file and type are one symbol. Not judged: names in comments and strings, what only other systems have, and
 * what needs packages that are not there.
 */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { findProgram } from "../../accuracy/cache.ts";
import { type LspClient, startLsp } from "../../accuracy/lsp-client.ts";
import { type DocumentSymbol, lspKind } from "../../accuracy/lsp-oracle.ts";
import type { Declaration, DeclarationKind } from "../model.ts";
import { chooseNames, createIds, findWords } from "./chosen-names.ts";
import type { Judge, Question } from "./judge.ts";
import { askDefinitions, initialize, type Target } from "./lsp-definitions.ts";

const ignored = /\/\*[^]*?\*\/|\/\/[^\n]*|"""[^]*?"""|"(?:[^"\\\n]|\\.)*"/g;

export const swift: Judge = {
  language: "swift",
  title: "sourcekit-lsp",
  endings: [".swift"],
  programs: ["swift.ts", "chosen-names.ts", "lsp-definitions.ts"],
  isSeeded: true,
  run: judgeWithSourceKit,
};

const kinds: Readonly<Record<number, DeclarationKind>> = {
  [lspKind.class]: "class",
  [lspKind.struct]: "class",
  [lspKind.enum]: "class",
  [lspKind.interface]: "interface",
  [lspKind.method]: "method",
  [lspKind.function]: "function",
  [lspKind.property]: "field",
  [lspKind.variable]: "variable",
  [lspKind.enumMember]: "constant",
};

/** Lines that declare initializers, with the type each of them makes. */
type Makers = Map<string, string>;

async function judgeWithSourceKit({ root, files, repository, seed }: Question): Promise<string> {
  const program = findProgram("sourcekit-lsp");
  if (program === undefined)
    throw new Error('The judge of Swift needs "sourcekit-lsp" on the PATH; it comes with the Swift toolchain.');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "truth-swift-")));
  const sources = files.filter((file) => !/(?:^|\/)Package(?:@[^/]*)?\.swift$/.test(file));
  const texts = new Map(sources.map((file) => [file, readFileSync(join(root, file), "utf8")]));
  writeModule(folder, texts, repository.flags?.[0] ?? "Judged");
  const client = startLsp(program, [], folder);
  try {
    await initialize(client, folder);
    const declarations: Declaration[] = [];
    const makers: Makers = new Map();
    for (const [file, text] of texts) declarations.push(...(await declarationsOf(client, folder, file, text, makers)));
    const places = findWords(texts, ignored);
    const names = chooseNames(declarations, places, seed);
    const declared = new Set(declarations.map(({ at }) => at.join(":")));
    const asked = names.flatMap((name) => places.get(name) ?? []).filter(({ at }) => !declared.has(at.join(":")));
    const idOf = withMakers(declarations, makers);
    const uses = await askDefinitions({ client, root: folder, languageId: "swift", idOf }, asked);
    return [JSON.stringify({ names }), ...declarations.map((each) => JSON.stringify(each)), ...uses, ""].join("\n");
  } finally {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A copy without the package's manifest, which the server would build by: it needs all packages that it names. */
function writeModule(folder: string, texts: ReadonlyMap<string, string>, name: string): void {
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const all = [...texts.keys()].map((file) => join(folder, file));
  const options = ["swiftc", "-module-name", name, "-parse-as-library", "-swift-version", "5", "-enable-testing"];
  const commands = all.map((file) => ({ directory: folder, file, arguments: [...options, ...all] }));
  writeFileSync(join(folder, "compile_commands.json"), JSON.stringify(commands));
}

async function declarationsOf(
  client: LspClient,
  root: string,
  file: string,
  text: string,
  makers: Makers,
): Promise<readonly Declaration[]> {
  const uri = pathToFileURL(join(root, file)).href;
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "swift", version: 1, text } });
  const symbols = await client.request("textDocument/documentSymbol", { textDocument: { uri } });
  client.notify("textDocument/didClose", { textDocument: { uri } });
  const found: Declaration[] = [];
  const visit = (symbol: DocumentSymbol, around: readonly string[], isLocal: boolean): void => {
    const name = symbol.name.replace(/[(<].*$/s, "");
    const { line, character } = symbol.selectionRange.start;
    const at = [file, line + 1, character + 1] as const;
    const kind = isLocal ? "local" : (kinds[symbol.kind] ?? "local");
    const container = around.join("/");
    const isFunction = kind === "function" || kind === "method";
    const isMaker = symbol.kind === lspKind.constructor || name === "init";
    if (isMaker) makers.set(`${file}:${line + 1}`, around.at(-1) ?? "");
    // An extension names a type that is declared elsewhere.
    else if (symbol.kind !== lspKind.namespace)
      found.push({ declare: isFunction ? `${file} ${container}/${name}` : at.join(":"), at, name, kind, container });
    for (const child of symbol.children ?? []) visit(child, [...around, name], isLocal || isFunction || isMaker);
  };
  // Nested symbols, as was asked for.
  for (const symbol of (symbols ?? []) as readonly DocumentSymbol[]) visit(symbol, [], false);
  return found;
}

/** `Name(…)` is defined by an initializer, which is a use of its type. */
function withMakers(declarations: readonly Declaration[], makers: Makers): (target: Target, name: string) => string {
  const idOf = createIds(declarations);
  return (target, name) => {
    if (makers.get(`${target.file}:${target.line}`) !== name) return idOf(target, name);
    const types = declarations.filter((each) => each.name === name && /^(?:class|interface)$/.test(each.kind));
    return types.length === 1 ? (types[0]?.declare ?? "") : idOf(target, name);
  };
}
