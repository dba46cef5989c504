import { createHash } from "node:crypto";
import { languageOf, languageOfScript } from "../../languages/language-of.ts";
import type { ServerSpec } from "../../languages/server-spec.ts";
import type { FileChanges, Position } from "./language-server.ts";
import type { SyncKind } from "./sync-kind.ts";
import { uriOf } from "./uri.ts";

/** The documents that a server has open, with the text that is on disk. */
export interface Documents {
  readonly size: number;
  /** From the one used longest ago. */
  readonly paths: readonly string[];
  /** Of the text that was sent last; undefined where it is not open. */
  versionOf(path: string): number | undefined;
  /** Resolves to the paths that could not be read. */
  open(paths: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
  /** Gives open documents their new text and closes those that are gone. */
  update(changes: FileChanges): Promise<void>;
  /**
   * For servers that look at a file only when it is opened: opens and closes those that are not open. All that were open
   * once, since of these it has an old text; of the others so many, since questions open what they need.
   */
  show(paths: readonly string[], mostNew: number): Promise<void>;
}

export interface DocumentsOptions {
  readonly spec: Pick<ServerSpec, "languages">;
  readonly sync: SyncKind;
  readonly maxOpen: number;
  readonly readText: (path: string) => Promise<string | undefined>;
  readonly notify: (method: string, params: unknown) => void;
  /** Waits until the server has taken in what was opened, where that takes it a while. */
  readonly settled?: ((paths: readonly string[], signal: AbortSignal) => Promise<void>) | undefined;
  /** The server gets another text of the file, or none any more. */
  readonly onText?: (path: string) => void;
}

interface OpenDocument {
  readonly version: number;
  readonly digest: string;
  /** Behind the last character of the text that the server has. */
  readonly end: Position;
}

export function createDocuments({
  spec,
  sync,
  maxOpen,
  readText,
  notify,
  onText,
  settled,
}: DocumentsOptions): Documents {
  const opened = new Map<string, OpenDocument>();
  const onceOpen = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: a text that was read before a change must not be sent after it. */
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  const sendOpen = (path: string, text: string, version: number): void => {
    opened.delete(path);
    onceOpen.add(path);
    opened.set(path, { version, digest: digestOf(text), end: endOf(text) });
    onText?.(path);
    const languageId = protocolLanguage(spec, path, text);
    if (sync.opens) notify("textDocument/didOpen", { textDocument: { uri: uriOf(path), languageId, version, text } });
  };
  const sendClose = (path: string): void => {
    opened.delete(path);
    onText?.(path);
    if (sync.opens) notify("textDocument/didClose", { textDocument: { uri: uriOf(path) } });
  };
  const sendChange = (path: string, text: string, { version, digest, end }: OpenDocument): void => {
    if (digestOf(text) === digest) return;
    if (sync.changes === "none") {
      sendClose(path);
      sendOpen(path, text, version + 1);
      return;
    }
    onText?.(path);
    // Keeps its place in the order: that it changed on disk is no use of it.
    opened.set(path, { version: version + 1, digest: digestOf(text), end: endOf(text) });
    // Some that want ranges miscount the lines of a change without one.
    const range = sync.changes === "ranges" ? { range: { start: { line: 0, character: 0 }, end } } : {};
    notify("textDocument/didChange", {
      textDocument: { uri: uriOf(path), version: version + 1 },
      contentChanges: [{ ...range, text }],
    });
  };
  const openOne = async (path: string, signal: AbortSignal): Promise<boolean> => {
    signal.throwIfAborted();
    const known = opened.get(path);
    if (known !== undefined) {
      opened.delete(path);
      opened.set(path, known);
      return true;
    }
    const text = await readOr(readText, path);
    signal.throwIfAborted();
    if (text === undefined) return false;
    while (opened.size >= maxOpen) {
      const [oldest] = opened.keys();
      if (oldest === undefined) break;
      sendClose(oldest);
    }
    sendOpen(path, text, 1);
    return true;
  };

  return {
    get size() {
      return opened.size;
    },
    get paths() {
      return [...opened.keys()];
    },
    versionOf: (path) => opened.get(path)?.version,
    open: (paths, signal) =>
      inTurn(async () => {
        const fresh = paths.filter((path) => !opened.has(path));
        const unread: string[] = [];
        for (const path of paths) if (!(await openOne(path, signal))) unread.push(path);
        await settled?.(
          fresh.filter((path) => opened.has(path)),
          signal,
        );
        return unread;
      }),
    update: ({ added, changed, removed }) =>
      inTurn(async () => {
        for (const path of removed) if (opened.has(path)) sendClose(path);
        for (const path of [...added, ...changed]) {
          const document = opened.get(path);
          if (document === undefined) continue;
          const text = await readOr(readText, path);
          if (text === undefined) sendClose(path);
          else sendChange(path, text, document);
        }
      }),
    show: (paths, mostNew) =>
      inTurn(async () => {
        const shown: string[] = [];
        const unseen = paths.filter((path) => !onceOpen.has(path)).slice(0, mostNew);
        for (const path of [...paths.filter((each) => onceOpen.has(each)), ...unseen]) {
          if (opened.has(path) || spec.languages[languageOf(path)?.id ?? ""] === undefined) continue;
          const text = await readOr(readText, path);
          if (text === undefined) continue;
          sendOpen(path, text, 1);
          shown.push(path);
        }
        if (shown.length > 0) await settled?.(shown, new AbortController().signal);
        for (const path of shown) sendClose(path);
      }),
  };
}

async function readOr(readText: DocumentsOptions["readText"], path: string): Promise<string | undefined> {
  try {
    return await readText(path);
  } catch {
    // Whatever the reason is, there is no text to send.
    return undefined;
  }
}

function protocolLanguage(spec: DocumentsOptions["spec"], path: string, text: string): string {
  const firstLine = /^[^\r\n]{0,200}/.exec(text)?.[0] ?? "";
  const language = languageOf(path) ?? languageOfScript(firstLine);
  return spec.languages[language?.id ?? ""] ?? language?.id ?? "plaintext";
}

function endOf(text: string): Position {
  let line = 0;
  let lineStart = 0;
  for (const { index, 0: lineEnd } of text.matchAll(/\r\n|\r|\n/g)) {
    line += 1;
    lineStart = index + lineEnd.length;
  }
  return { line, character: text.length - lineStart };
}

function digestOf(text: string): string {
  return createHash("sha1").update(text).digest("base64");
}
