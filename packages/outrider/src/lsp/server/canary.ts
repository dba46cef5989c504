import { isRecord } from "../../workspace/config/is-record.ts";
import type { LanguageServer, Position } from "./language-server.ts";
import { readRange } from "./read-diagnostic.ts";
import { pathOfUri, uriOf } from "./uri.ts";

export interface CanaryOptions {
  readonly request: LanguageServer["request"];
  /** Open documents, least recently used first. */
  readonly paths: () => readonly string[];
  readonly readText: (path: string) => Promise<string | undefined>;
}

const maxDocuments = 3;
const maxPositions = 3;
/** How often a server may list no symbols of open documents before they are taken to have none. */
const maxSilent = 5;

/** Whether a symbol that the server lists is among its own references; undefined if it lists none. */
export function createCanary({ request, paths, readText }: CanaryOptions) {
  let silent = 0;
  const isAmongItsOwn = async (path: string, position: Position, signal: AbortSignal): Promise<boolean> => {
    const textDocument = { uri: uriOf(path) };
    const params = { textDocument, position, context: { includeDeclaration: true } };
    const answer = await request("textDocument/references", params, { signal });
    return Array.isArray(answer) && answer.some((each: unknown) => holds(each, path, position));
  };

  return async (signal: AbortSignal): Promise<boolean | undefined> => {
    let asked = false;
    for (const path of paths().slice(-maxDocuments).toReversed()) {
      const text = await readText(path);
      if (text === undefined) continue;
      const symbols = await request("textDocument/documentSymbol", { textDocument: { uri: uriOf(path) } }, { signal });
      for (const position of positionsOf(symbols, text).slice(0, maxPositions)) {
        asked = true;
        if (await isAmongItsOwn(path, position, signal)) return true;
      }
    }
    silent = asked ? 0 : silent + 1;
    return paths().length === 0 || silent > maxSilent ? undefined : false;
  };
}

/** Reads both forms of the answer; in the older one the range only says where to look for the name. */
function positionsOf(symbols: unknown, text: string): readonly Position[] {
  if (!Array.isArray(symbols)) return [];
  const lines = text.split(/\r\n|\r|\n/);
  return symbols.flatMap((symbol: unknown) => {
    if (!isRecord(symbol) || typeof symbol["name"] !== "string") return [];
    const { name, selectionRange, location } = symbol;
    const exact = readRange(selectionRange)?.start;
    if (exact !== undefined) return [exact];
    const start = readRange(isRecord(location) ? location["range"] : undefined)?.start;
    const character = start === undefined ? -1 : (lines[start.line]?.indexOf(name, start.character) ?? -1);
    return start === undefined || character === -1 ? [] : [{ line: start.line, character }];
  });
}

function holds(location: unknown, path: string, { line, character }: Position): boolean {
  if (!isRecord(location) || typeof location["uri"] !== "string" || pathOfUri(location["uri"]) !== path) return false;
  const range = readRange(location["range"]);
  if (range === undefined || range.start.line !== line || range.end.line !== line) return false;
  return range.start.character <= character && character <= range.end.character;
}
