/** A language server as a judge: its definition of each occurrence, one after the other. */
import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { LspClient } from "../../accuracy/lsp-client.ts";
import { outside, type Place } from "../model.ts";

export interface Occurrence {
  readonly at: Place;
  readonly name: string;
}

/** Where the server says that something is declared: lines and columns from 1. */
export interface Target {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly lastLine: number;
}

interface Point {
  readonly line: number;
  readonly character: number;
}

interface Location {
  readonly uri: string;
  readonly range: { readonly start: Point; readonly end: Point };
}

export interface DefinitionQuestion {
  readonly client: LspClient;
  readonly root: string;
  readonly languageId: string;
  /** The id of what is declared there. */
  readonly idOf: (target: Target, name: string) => string;
}

export async function initialize(client: LspClient, root: string, options: unknown = null): Promise<void> {
  const rootUri = pathToFileURL(root).href;
  await client.request("initialize", {
    processId: process.pid,
    rootUri,
    capabilities: { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } },
    initializationOptions: options,
    workspaceFolders: [{ uri: rootUri, name: "root" }],
  });
  client.notify("initialized", {});
}

/** Rows of a judge, one for each occurrence that the server knows the definition of. */
export async function askDefinitions(
  question: DefinitionQuestion,
  occurrences: readonly Occurrence[],
): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const file of new Set(occurrences.map(({ at }) => at[0])))
    rows.push(
      ...(await askFile(
        question,
        file,
        occurrences.filter(({ at }) => at[0] === file),
      )),
    );
  return rows;
}

async function askFile(
  { client, root, languageId, idOf }: DefinitionQuestion,
  file: string,
  occurrences: readonly Occurrence[],
): Promise<readonly string[]> {
  const uri = pathToFileURL(join(root, file)).href;
  const text = readFileSync(join(root, file), "utf8");
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  const rows: string[] = [];
  for (const { at, name } of occurrences) {
    const position = { line: at[1] - 1, character: at[2] - 1 };
    const answer = await client.request("textDocument/definition", { textDocument: { uri }, position });
    // A location, a list of them, or null, as LSP has it.
    const found = (Array.isArray(answer) ? answer : answer === null ? [] : [answer]) as readonly Location[];
    const use = new Set(found.map((location) => readTarget(root, location)).map((target) => idIn(target, name, idOf)));
    if (use.size > 0) rows.push(JSON.stringify({ use: [...use], at, name }));
  }
  client.notify("textDocument/didClose", { textDocument: { uri } });
  return rows;
}

function idIn(target: Target, name: string, idOf: DefinitionQuestion["idOf"]): string {
  return target.file.startsWith("..") ? outside : idOf(target, name);
}

function readTarget(root: string, { uri, range }: Location): Target {
  const file = uri.startsWith("file:") ? relative(root, fileURLToPath(uri)).split(sep).join("/") : "..";
  const { start, end } = range;
  return { file, line: start.line + 1, column: start.character + 1, lastLine: end.line + 1 };
}
