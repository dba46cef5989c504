import { ToolError } from "toolwright";
import { normaliseEnds } from "../../edits/plain-text.ts";
import type { Range } from "../../lsp/server/language-server.ts";
import { readRange } from "../../lsp/server/read-diagnostic.ts";
import { isRecord } from "../../workspace/config/is-record.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";

/** A part of a document and its new text, with "\n" line ends. */
export interface ReadTextEdit {
  readonly range: Range;
  readonly text: string;
}

/** The operations of a WorkspaceEdit, in order. */
export type Operation =
  /** `version` of the document that the server has; undefined if it does not say. */
  | {
      readonly kind: "edit";
      readonly uri: string;
      readonly version: number | undefined;
      readonly edits: readonly ReadTextEdit[];
    }
  | { readonly kind: "create"; readonly uri: string; readonly mayExist: boolean }
  | { readonly kind: "rename"; readonly uri: string; readonly to: string; readonly mayExist: boolean }
  | { readonly kind: "delete"; readonly uri: string; readonly mayLack: boolean };

interface ReadWorkspaceEdit {
  readonly operations: readonly Operation[];
  /** What the server wants the user to confirm. */
  readonly notes: readonly string[];
}

/** More than any code change needs; checking it would take too long. */
const maxEdits = 20_000;

/** Reads the whole edit or throws `invalid_edit`: an edit that is only partly understood must not be made. */
export function readWorkspaceEdit(edit: unknown): ReadWorkspaceEdit {
  if (edit === null || edit === undefined) return { operations: [], notes: [] };
  if (!isRecord(edit)) throw invalidEdit("it is no WorkspaceEdit");
  const { documentChanges, changes, changeAnnotations } = edit;
  const annotations = readAnnotations(changeAnnotations);
  const operations = Array.isArray(documentChanges)
    ? documentChanges.map((change) => readChange(change, annotations.use))
    : readPlain(documentChanges ?? changes, annotations.use);
  const count = operations.reduce((sum, each) => sum + (each.kind === "edit" ? each.edits.length : 1), 0);
  if (count > maxEdits) throw invalidEdit(`it has ${count} changes, and at most ${maxEdits} are made at once`);
  return { operations, notes: annotations.notes() };
}

export function invalidEdit(why: string): ToolError {
  return new ToolError(
    "invalid_edit",
    `The language server's edit cannot be made: ${why}. Nothing was changed; ask again, or edit the code by \`replace\`.`,
  );
}

type Use = (id: unknown) => void;

function readPlain(changes: unknown, use: Use): readonly Operation[] {
  if (changes === null || changes === undefined) return [];
  if (!isRecord(changes)) throw invalidEdit('its field "changes" is no map of files');
  return Object.entries(changes).map(([uri, edits]) => ({
    kind: "edit",
    uri,
    version: undefined,
    edits: readEdits(edits, use),
  }));
}

function readChange(change: unknown, use: Use): Operation {
  if (!isRecord(change)) throw invalidEdit("a change in it is no object");
  const { kind, textDocument, edits } = change;
  if (kind !== undefined) return readFileOperation(change, use);
  const uri = isRecord(textDocument) ? textDocument["uri"] : undefined;
  const version = isRecord(textDocument) ? textDocument["version"] : undefined;
  if (typeof uri !== "string") throw invalidEdit("a change in it names no document");
  if (version !== undefined && version !== null && typeof version !== "number")
    throw invalidEdit(`the version of a document is ${show(version)}`);
  return { kind: "edit", uri, version: version ?? undefined, edits: readEdits(edits, use) };
}

function readFileOperation(change: Readonly<Record<string, unknown>>, use: Use): Operation {
  const { kind, uri, oldUri, newUri, options, annotationId } = change;
  if (annotationId !== undefined) use(annotationId);
  const is = (name: string): boolean => isRecord(options) && options[name] === true;
  // `overwrite` is not honoured: an existing file must never be lost by an edit that is not about it.
  const mayExist = is("ignoreIfExists") && !is("overwrite");
  if (kind === "create" && typeof uri === "string") return { kind, uri, mayExist };
  if (kind === "rename" && typeof oldUri === "string" && typeof newUri === "string")
    return { kind, uri: oldUri, to: newUri, mayExist };
  if (kind === "delete" && typeof uri === "string") return { kind, uri, mayLack: is("ignoreIfNotExists") };
  throw invalidEdit(`it has an operation ${show(kind)} that is not known or lacks its file`);
}

function readEdits(edits: unknown, use: Use): readonly ReadTextEdit[] {
  if (!Array.isArray(edits)) throw invalidEdit("the edits of a document are no list");
  return edits.map((edit: unknown) => {
    if (!isRecord(edit)) throw invalidEdit("a text edit is no object");
    const range = readRange(edit["range"]);
    if (range === undefined) throw invalidEdit(`a text edit has the range ${show(edit["range"])}`);
    if (edit["annotationId"] !== undefined) use(edit["annotationId"]);
    return { range, text: normaliseEnds(readNewText(edit)) };
  });
}

/** Plain text, or a snippet without placeholders. */
function readNewText({ newText, snippet, insertTextFormat }: Readonly<Record<string, unknown>>): string {
  const value = isRecord(snippet) ? snippet["value"] : newText;
  if (typeof value !== "string") throw invalidEdit("a text edit has no text");
  const isSnippet = snippet !== undefined || insertTextFormat === 2;
  if (isSnippet && /[$\\]/.test(value)) throw invalidEdit("it has a snippet with places to fill in");
  return value;
}

function show(value: unknown): string {
  return visibleLine((JSON.stringify(value) ?? "undefined").slice(0, 120));
}

interface Annotations {
  /** Called for each change that has one. */
  readonly use: (id: unknown) => void;
  /** What the user should look at, from the annotations that were used. */
  readonly notes: () => readonly string[];
}

const maxLabel = 120;

/** A server's annotations of changes to be confirmed; an id without an explanation counts as one of them. */
function readAnnotations(annotations: unknown): Annotations {
  const used = new Map<string, number>();
  const known = isRecord(annotations) ? annotations : {};
  return {
    use(id) {
      const name = String(id);
      used.set(name, (used.get(name) ?? 0) + 1);
    },
    notes: () =>
      Array.from(used, ([id, count]) => {
        const annotation = Object.hasOwn(known, id) ? known[id] : undefined;
        if (isRecord(annotation) && annotation["needsConfirmation"] !== true) return undefined;
        const label = isRecord(annotation) ? annotation["label"] : undefined;
        const said = (typeof label === "string" ? label : id).slice(0, maxLabel);
        return `The language server wants ${countOf(count, "change")} looked at: ${visibleLine(said)}.`;
      }).filter((note) => note !== undefined),
  };
}
