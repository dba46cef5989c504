import type { ServerCapabilities } from "vscode-languageserver-protocol";

/** How a server wants to hear of open documents. */
export interface SyncKind {
  /** It wants to be told what is opened and closed. */
  readonly opens: boolean;
  /** How it takes a new text for an open document; where it does not, the document is closed and opened again. */
  readonly changes: "none" | "full" | "ranges";
}

export function syncKindOf({ textDocumentSync: sync }: ServerCapabilities): SyncKind {
  // Where it says nothing, a didOpen does no harm, and some need it.
  if (sync === undefined || sync === null) return { opens: true, changes: "full" };
  if (typeof sync === "number") return { opens: sync !== 0, changes: changesOf(sync) };
  return { opens: sync.openClose ?? false, changes: changesOf(sync.change) };
}

/** Whether it wants to hear that a document was saved. */
export function wantsSaves({ textDocumentSync: sync }: ServerCapabilities): boolean {
  return typeof sync === "object" && sync !== null && Boolean(sync.save);
}

function changesOf(kind: number | undefined): SyncKind["changes"] {
  return kind === 2 ? "ranges" : kind === 1 ? "full" : "none";
}
