import { languageOf } from "../../languages/language-of.ts";
import type { Connection } from "../wire/connection.ts";
import type { FileChanges } from "./language-server.ts";
import { createOpenDocuments, type OpenDocumentsOptions } from "./open-documents.ts";
import { uriOf } from "./uri.ts";

/** The documents open in a server, with their text on disk. */
export interface Documents {
  readonly size: number;
  /** Least recently used first. */
  readonly paths: readonly string[];
  /** Version of the text that was last sent; undefined if it is not open. */
  versionOf(path: string): number | undefined;
  /** Resolves to the paths that could not be read. */
  open(paths: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
  /** Gives open documents their new text and closes those that are gone. */
  update(changes: FileChanges): Promise<void>;
  /**
   * For servers that look at a file only when it is opened: briefly opens those that are not open. These are all that were
   * open once, since the server has their old text, and at most `maxNew` others, since questions open what they need.
   */
  show(paths: readonly string[], maxNew: number): Promise<void>;
}

export interface DocumentsOptions extends OpenDocumentsOptions {
  readonly maxOpen: number;
  readonly readText: (path: string) => Promise<string | undefined>;
  /** Waits until the server has parsed opened documents, for servers where that takes a while. */
  readonly awaitParsed?: ((paths: readonly string[], signal: AbortSignal) => Promise<void>) | undefined;
}

export function createDocuments({ maxOpen, readText, awaitParsed, ...options }: DocumentsOptions): Documents {
  const documents = createOpenDocuments(options);
  const isOpen = (path: string): boolean => documents.versionOf(path) !== undefined;
  let last: Promise<unknown> = Promise.resolve();

  /** Runs tasks one after the other: a text that was read before a change must not be sent after it. */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  }

  async function openOne(path: string, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    if (isOpen(path)) {
      documents.touch(path);
      return true;
    }
    const text = await readOr(readText, path);
    signal.throwIfAborted();
    if (text === undefined) return false;
    for (const oldest of documents.paths.slice(0, Math.max(0, documents.size - maxOpen + 1))) documents.close(oldest);
    documents.open(path, text);
    return true;
  }

  return {
    get size() {
      return documents.size;
    },
    get paths() {
      return documents.paths;
    },
    versionOf: (path) => documents.versionOf(path),
    open: (paths, signal) =>
      inTurn(async () => {
        const fresh = paths.filter((path) => !isOpen(path));
        const unread: string[] = [];
        for (const path of paths) if (!(await openOne(path, signal))) unread.push(path);
        await awaitParsed?.(fresh.filter(isOpen), signal);
        return unread;
      }),
    update: ({ added, changed, removed }) =>
      inTurn(async () => {
        for (const path of removed) if (isOpen(path)) documents.close(path);
        for (const path of [...added, ...changed]) {
          if (!isOpen(path)) continue;
          const text = await readOr(readText, path);
          if (text === undefined) documents.close(path);
          else documents.change(path, text);
        }
      }),
    show: (paths, maxNew) =>
      inTurn(async () => {
        const shown: string[] = [];
        const unseen = paths.filter((path) => !documents.wasOpened(path)).slice(0, maxNew);
        for (const path of [...paths.filter(documents.wasOpened), ...unseen]) {
          if (isOpen(path) || options.spec.languages[languageOf(path)?.id ?? ""] === undefined) continue;
          const text = await readOr(readText, path);
          if (text === undefined) continue;
          documents.open(path, text);
          shown.push(path);
        }
        if (shown.length > 0) await awaitParsed?.(shown, new AbortController().signal);
        for (const path of shown) documents.close(path);
      }),
  };
}

async function readOr(readText: DocumentsOptions["readText"], path: string): Promise<string | undefined> {
  try {
    return await readText(path);
  } catch {
    // For any reason: there is no text to send.
    return undefined;
  }
}

/** Per document; a header that everything includes takes seconds. */
const timeoutMs = 10_000;

/**
 * Waits until opened documents count in answers about others: a server knows their symbols only after it has parsed them.
 * A document that fails or takes too long does not hold up the others.
 */
export function createAwaitParsed(
  connection: Pick<Connection, "request">,
): (paths: readonly string[], signal: AbortSignal) => Promise<void> {
  return async (paths, signal) => {
    await Promise.allSettled(
      paths.map((path) =>
        connection.request(
          "textDocument/documentSymbol",
          { textDocument: { uri: uriOf(path) } },
          { signal, timeoutMs },
        ),
      ),
    );
  };
}
