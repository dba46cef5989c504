/** A language server as an oracle: textDocument/documentSymbol of each file, told in the words of the comparison. */
import { pathToFileURL } from "node:url";
import { type LspClient, startLsp } from "./lsp-client.ts";
import type { FoundSymbol, Kind, Lines, Oracle, OracleAnswer, Place, SourceFile } from "./model.ts";

/** The part of LSP's DocumentSymbol that is used. */
export interface DocumentSymbol {
  readonly name: string;
  readonly detail?: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children?: readonly DocumentSymbol[];
}

interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** LSP's numbers for kinds. */
export const lspKind = {
  module: 2,
  namespace: 3,
  package: 4,
  class: 5,
  method: 6,
  property: 7,
  field: 8,
  constructor: 9,
  enum: 10,
  interface: 11,
  function: 12,
  variable: 13,
  constant: 14,
  object: 19,
  enumMember: 22,
  struct: 23,
  operator: 25,
  typeParameter: 26,
} as const;

/** A symbol of the server in the comparison's words. "skip" drops it and keeps what is inside. */
export type Reading = "skip" | { readonly kind: Kind | "either"; readonly name?: string; readonly container?: string };

export interface LspOracleOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly root: string;
  readonly languageId: string | ((path: string) => string);
  readonly initializationOptions?: unknown;
  readonly read: (symbol: DocumentSymbol, around: readonly DocumentSymbol[], lines: readonly string[]) => Reading;
  readonly keepsOurs?: Oracle["keepsOurs"];
  /** False for what is no container: what has no name, namespaces, values. */
  readonly holds?: (symbol: DocumentSymbol, around: readonly DocumentSymbol[], lines: readonly string[]) => boolean;
  /** Lines of a file that the server does not read; undefined where it cannot read the file at all. */
  readonly findHoles?: (client: LspClient) => (path: string) => Promise<readonly Lines[] | undefined>;
}

export async function openLspOracle(options: LspOracleOptions): Promise<Oracle> {
  const { name, command, args, root, languageId, read, keepsOurs, holds = () => true } = options;
  const client = startLsp(command, args, root);
  const holesOf = options.findHoles?.(client) ?? (async () => []);
  const idOf = typeof languageId === "string" ? () => languageId : languageId;
  const rootUri = pathToFileURL(root).href;
  await client.request("initialize", {
    processId: process.pid,
    rootUri,
    workspaceFolders: [{ uri: rootUri, name: "corpus" }],
    initializationOptions: options.initializationOptions,
    capabilities: {
      textDocument: {
        documentSymbol: { hierarchicalDocumentSymbolSupport: true },
        inactiveRegionsCapabilities: { inactiveRegions: true },
      },
    },
  });
  client.notify("initialized", {});

  async function symbolsOf(file: SourceFile): Promise<OracleAnswer | undefined> {
    const uri = pathToFileURL(file.path).href;
    client.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: idOf(file.path), version: 1, text: file.text },
    });
    const answer = await client.request("textDocument/documentSymbol", { textDocument: { uri } });
    const holes = await holesOf(file.path);
    client.notify("textDocument/didClose", { textDocument: { uri } });
    if (holes === undefined) return undefined;
    const symbols: FoundSymbol[] = [];
    const either: Place[] = [];
    const lines = file.text.split("\n");
    // The protocol's own shape; asked for with hierarchicalDocumentSymbolSupport.
    collect(answer as readonly DocumentSymbol[], []);
    return { symbols, either, holes };

    function collect(those: readonly DocumentSymbol[] | null, around: readonly DocumentSymbol[]): void {
      for (const symbol of those ?? []) {
        const reading = read(symbol, around, lines);
        collect(symbol.children ?? [], [...around, symbol]);
        if (reading === "skip") continue;
        const holder = around.findLast((outer, index) => holds(outer, around.slice(0, index), lines));
        const { kind, name = symbol.name, container = holder?.name ?? "" } = reading;
        const line = symbol.selectionRange.start.line + 1;
        if (kind === "either") either.push({ name, line });
        else if (!symbols.some((known) => known.line === line && known.name === name && known.kind === kind))
          symbols.push({ kind, name, line, container });
      }
    }
  }

  return { name, symbolsOf, close: client.close, ...(keepsOurs === undefined ? {} : { keepsOurs }) };
}
