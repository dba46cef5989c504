import { createHash } from "node:crypto";
import type { ServerCapabilities } from "vscode-languageserver-protocol";
import { languageOf, languageOfScript } from "../../languages/language-of.ts";
import type { ServerSpec } from "../../languages/server-spec.ts";
import type { Position } from "./language-server.ts";
import { uriOf } from "./uri.ts";

/** The documents open in a server: reports what is opened, changed and closed, in the form that the server wants. */
export interface OpenDocuments {
  readonly size: number;
  /** Least recently used first. */
  readonly paths: readonly string[];
  /** Version of the text that was last sent; undefined if it is not open. */
  versionOf(path: string): number | undefined;
  /** Whether it is or ever was open. */
  wasOpened(path: string): boolean;
  /** Makes an open document the most recently used one. */
  touch(path: string): void;
  open(path: string, text: string, version?: number): void;
  /** Sends nothing if the server already has this text. */
  change(path: string, text: string): void;
  close(path: string): void;
}

export interface OpenDocumentsOptions {
  readonly spec: Pick<ServerSpec, "languages">;
  readonly sync: SyncKind;
  readonly notify: (method: string, params: unknown) => void;
  /** The server gets a new text for the file, or none any more. */
  readonly onText?: (path: string) => void;
}

interface OpenDocument {
  readonly version: number;
  readonly digest: string;
  /** The end of the text that the server has. */
  readonly end: Position;
}

export function createOpenDocuments({ spec, sync, notify, onText }: OpenDocumentsOptions): OpenDocuments {
  const opened = new Map<string, OpenDocument>();
  const onceOpen = new Set<string>();

  function open(path: string, text: string, version = 1): void {
    opened.delete(path);
    onceOpen.add(path);
    opened.set(path, { version, digest: digestOf(text), end: endOf(text) });
    onText?.(path);
    const languageId = protocolLanguage(spec, path, text);
    if (sync.opens) notify("textDocument/didOpen", { textDocument: { uri: uriOf(path), languageId, version, text } });
  }

  function close(path: string): void {
    opened.delete(path);
    onText?.(path);
    if (sync.opens) notify("textDocument/didClose", { textDocument: { uri: uriOf(path) } });
  }

  function change(path: string, text: string): void {
    const document = opened.get(path);
    if (document === undefined || digestOf(text) === document.digest) return;
    const version = document.version + 1;
    if (sync.changes === "none") {
      close(path);
      return open(path, text, version);
    }
    onText?.(path);
    // Keeps its place in the order: a change on disk does not count as use.
    opened.set(path, { version, digest: digestOf(text), end: endOf(text) });
    // Some servers that want ranges miscount the lines of a change without one.
    const range = sync.changes === "ranges" ? { range: { start: { line: 0, character: 0 }, end: document.end } } : {};
    notify("textDocument/didChange", {
      textDocument: { uri: uriOf(path), version },
      contentChanges: [{ ...range, text }],
    });
  }

  return {
    get size() {
      return opened.size;
    },
    get paths() {
      return [...opened.keys()];
    },
    versionOf: (path) => opened.get(path)?.version,
    wasOpened: (path) => onceOpen.has(path),
    touch(path) {
      const known = opened.get(path);
      if (known === undefined) return;
      opened.delete(path);
      opened.set(path, known);
    },
    open,
    change,
    close,
  };
}

/** How a server wants to be told about open documents. */
export interface SyncKind {
  /** It wants to know which documents are opened and closed. */
  readonly opens: boolean;
  /** How it accepts a new text for an open document; with "none" the document is closed and reopened. */
  readonly changes: "none" | "full" | "ranges";
}

export function syncKindOf({ textDocumentSync: sync }: ServerCapabilities): SyncKind {
  // If it says nothing, a didOpen does no harm, and some servers need it.
  if (sync === undefined || sync === null) return { opens: true, changes: "full" };
  if (typeof sync === "number") return { opens: sync !== 0, changes: changesOf(sync) };
  return { opens: sync.openClose ?? false, changes: changesOf(sync.change) };
}

/** Whether it wants to know that a document was saved. */
export function wantsSaves({ textDocumentSync: sync }: ServerCapabilities): boolean {
  return typeof sync === "object" && sync !== null && Boolean(sync.save);
}

function changesOf(kind: number | undefined): SyncKind["changes"] {
  return kind === 2 ? "ranges" : kind === 1 ? "full" : "none";
}

function protocolLanguage(spec: OpenDocumentsOptions["spec"], path: string, text: string): string {
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
