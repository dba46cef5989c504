import { ToolError } from "toolwright";
import type { LanguageServer } from "../../lsp/server/language-server.ts";
import { pathOfUri } from "../../lsp/server/uri.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Located } from "../../workspace/paths/located.ts";
import { withEol } from "../../workspace/text/line-ends.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { Draft, DraftFile } from "../draft.ts";
import type { EditContext, OtherWays } from "../edit-context.ts";
import { invalidEdit, type Operation, readWorkspaceEdit } from "./read-workspace-edit.ts";
import { refuseIgnored } from "./refuse-ignored.ts";
import { inOrder, replaced, toReplacements } from "./to-replacements.ts";

/** A file as a server's edit would leave it. */
export interface TouchedFile {
  /** The file as it is now; undefined if it is created. */
  readonly file: DraftFile | undefined;
  /** Its path after the edit, relative to the project's root. */
  readonly path: string;
  readonly isMoved: boolean;
  readonly isRemoved: boolean;
  /** In the text of `file`; in order and without overlaps. */
  readonly replacements: readonly Replacement[];
  /** Its text after the edit. */
  readonly text: string;
}

export interface CollectedEdit {
  readonly touched: readonly TouchedFile[];
  readonly notes: readonly string[];
}

/** Knows which version of a text the server has. */
export type Versions = Pick<LanguageServer, "versionOf">;

/** Checks a server's edit without changing anything; throws a ToolError that says what is wrong with it. */
export async function collectEdit(
  context: EditContext,
  draft: Draft,
  edit: unknown,
  server?: Versions,
): Promise<CollectedEdit> {
  const { operations, notes } = readWorkspaceEdit(edit);
  const { project } = context;
  /** By path after the operations so far; undefined if the file was moved away. */
  const works = new Map<string, TouchedFile | undefined>();
  const skipped: string[] = [];

  async function locate(uri: string): Promise<Located> {
    const path = pathOfUri(uri);
    if (path === undefined) throw invalidEdit(`${visibleLine(JSON.stringify(uri.slice(0, 200)))} is no file`);
    return await project.files.locate(path, "write");
  }

  async function at(located: Located): Promise<TouchedFile> {
    if (works.has(located.real)) {
      const known = works.get(located.real);
      if (known === undefined)
        throw invalidEdit(`it has an edit of ${showPath(located.shown)}, which it removes or moves`);
      return known;
    }
    const file = await draft.read(located.real);
    if (file.isChanged) throw editedBefore(file.path);
    return { file, path: file.path, isMoved: false, isRemoved: false, replacements: [], text: file.text };
  }

  /** Nothing exists there: neither on disk nor through an earlier edit. */
  async function isFree(located: Located): Promise<boolean> {
    if (works.has(located.real)) return false;
    if (located.kind !== "missing") return false;
    return !draft.changes().some((change) => change.kind === "create" && change.file.real === located.real);
  }

  async function make(operation: Operation): Promise<void> {
    const located = await locate(operation.uri);
    if (operation.kind === "create") {
      if (await isFree(located)) {
        works.set(located.real, { ...emptyFile, path: located.shown });
        return;
      }
      if (located.kind === "directory" || !operation.mayExist) throw taken(located);
      skipped.push(`${showPath(located.shown)} was there already.`);
      return;
    }
    if (operation.kind === "delete" && located.kind === "missing" && !works.has(located.real)) {
      if (!operation.mayLack) throw invalidEdit(`it removes ${showPath(located.shown)}, which does not exist`);
      return;
    }
    if (located.kind === "directory") throw directory(located, operation.kind, context.otherWays);
    const work = await at(located);
    if (operation.kind === "edit") {
      requireVersion(server, located, operation.version);
      works.set(located.real, withEdits(work, operation));
      return;
    }
    if (operation.kind === "delete") {
      works.set(located.real, { ...work, isRemoved: true });
      return;
    }
    const target = await locate(operation.to);
    if (!(await isFree(target))) {
      if (target.kind === "directory" || !operation.mayExist) throw taken(target);
      skipped.push(`${showPath(located.shown)} was not moved: ${showPath(target.shown)} was there already.`);
      return;
    }
    works.set(located.real, undefined);
    works.set(target.real, { ...work, path: target.shown, isMoved: work.file !== undefined });
  }

  for (const operation of operations) await make(operation);
  const touched = [...works.values()].filter((work) => work !== undefined).filter(isReal);
  await refuseIgnored(context, touched);
  return { touched, notes: [...notes, ...skipped] };
}

export function editedBefore(path: string): ToolError {
  return new ToolError(
    "edited_before",
    `An edit before this one changes ${showPath(path)}, and language servers know only what is on disk. Make it the first edit, or a call of its own.`,
  );
}

const emptyFile: Omit<TouchedFile, "path"> = {
  file: undefined,
  isMoved: false,
  isRemoved: false,
  replacements: [],
  text: "",
};

/** A file that is created and removed again does not count. */
function isReal({ file, isRemoved }: TouchedFile): boolean {
  return file !== undefined || !isRemoved;
}

function withEdits(work: TouchedFile, { edits }: Operation & { readonly kind: "edit" }): TouchedFile {
  const { file, path } = work;
  if (work.isRemoved) throw invalidEdit(`it has an edit of ${showPath(path)}, which it removes`);
  const eol = file?.eol ?? "\n";
  const apply = (text: string, replacements: readonly Replacement[]): string =>
    replaced(
      text,
      replacements.map((each) => ({ ...each, text: withEol(each.text, eol) })),
    );
  if (file !== undefined && work.replacements.length === 0) {
    const replacements = toReplacements(edits, { text: file.text, path });
    return { ...work, replacements, text: apply(file.text, replacements) };
  }
  const fresh = toReplacements(edits, { text: file?.text ?? work.text, path });
  if (file === undefined) return { ...work, text: apply(work.text, fresh) };
  const replacements = inOrder([...work.replacements, ...fresh], path);
  // The same edits were sent before, as by a server that knows the file under two paths.
  if (replacements.length === work.replacements.length) return work;
  const later = apply(work.text, toReplacements(edits, { text: work.text, path }));
  // Whether their positions refer to the original or to the intermediate text, the result has to be the same.
  if (apply(file.text, replacements) !== later)
    throw invalidEdit(`it has two lists of edits for ${showPath(path)} that can be read in two ways`);
  return { ...work, text: later, replacements };
}

function requireVersion(server: Versions | undefined, { real, shown }: Located, version: number | undefined): void {
  if (server === undefined || version === undefined || server.versionOf(real) === version) return;
  throw new ToolError(
    "stale",
    `The language server's edit is for another version of ${showPath(shown)} than the one on disk; nothing was changed. Ask again.`,
  );
}

function taken({ shown }: Located): ToolError {
  return new ToolError(
    "exists",
    `The language server's edit puts a file at ${showPath(shown)}, where something is already; nothing was changed.`,
  );
}

function directory({ shown }: Located, kind: Operation["kind"], { moveFiles, deleteFiles }: OtherWays): ToolError {
  const what = kind === "delete" ? "removes" : kind === "rename" ? "moves" : "edits";
  return new ToolError(
    "is_directory",
    `The language server's edit ${what} ${showPath(shown)}, which is a directory; nothing was changed. Directories are moved and removed by \`${moveFiles}\` and \`${deleteFiles}\`.`,
  );
}
