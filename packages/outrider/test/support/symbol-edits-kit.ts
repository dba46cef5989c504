import { ToolError } from "toolwright";
import { expect } from "vitest";
import type { CodeEdit, InsertEdit, RemoveEdit, ReplaceEdit } from "../../src/code-edits/code-edit.ts";
import { openDraft } from "../../src/code-edits/draft.ts";
import type { EditContext } from "../../src/code-edits/edit-context.ts";
import { planEdit } from "../../src/code-edits/plan-edit.ts";
import { otherWays } from "../../src/tools/edit_code/other-ways.ts";
import { openServersKit, type ServersKit, type ServersKitOptions } from "./servers-kit.ts";

type Loose<Edit extends CodeEdit> = Pick<Edit, "action"> & Partial<Omit<Edit, "action" | "path">>;
export type LooseEdit = Loose<ReplaceEdit> | Loose<InsertEdit> | Loose<RemoveEdit>;

/** One row of a table: a text, an edit, and the exact text afterwards, or the code of the refusal. */
export interface EditCase {
  readonly name: string;
  readonly file: string;
  readonly before: string;
  readonly edit: LooseEdit;
  readonly after?: string;
  readonly refused?: string;
  /** All notes, joined. */
  readonly notes?: string | RegExp;
}

export interface EditOutcome {
  readonly text: string;
  readonly notes: readonly string[];
  readonly done?: string;
  readonly code?: string;
  readonly message?: string;
}

/** Plans edits of a project's files without writing any. */
export async function openSymbolEdits(files: Readonly<Record<string, string>>, options: ServersKitOptions = {}) {
  const kit: ServersKit = await openServersKit(files, options);
  const { signal } = new AbortController();
  const { project, symbols, servers } = kit;
  const context: EditContext = {
    project,
    symbols,
    servers,
    readQuotable: async () => undefined,
    signal,
    readyMs: undefined,
    onProgress: () => {},
    otherWays,
  };
  async function edit(path: string, ...edits: readonly LooseEdit[]): Promise<EditOutcome> {
    const draft = openDraft(context);
    const notes: string[] = [];
    let done: string | undefined;
    try {
      for (const each of edits) {
        const planned = await planEdit(context, draft, wholeEdit(path, each));
        notes.push(...planned.notes);
        ({ done } = planned);
      }
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { text } = await draft.read(path);
      return { text, notes: [], code: error.code, message: error.message };
    }
    const { text } = await draft.read(path);
    return { text, notes, ...(done === undefined ? {} : { done }) };
  }
  /** Writes one edit to the disk; the code of the refusal otherwise. */
  async function write(path: string, one: LooseEdit): Promise<string | undefined> {
    const draft = openDraft(context);
    try {
      const { done } = await planEdit(context, draft, wholeEdit(path, one));
      await project.writer.change(draft.changes(), { signal, title: done });
      return undefined;
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      return error.code;
    }
  }
  return { ...kit, context, edit, write };
}

/** The edits of tables, in few words. */
export const replace = (symbol: string, body: string, part?: ReplaceEdit["part"]): LooseEdit => ({
  action: "replace",
  symbol,
  body,
  part,
});
export const insert = (symbol: string | undefined, position: InsertEdit["position"], body: string): LooseEdit => ({
  action: "insert",
  symbol,
  position,
  body,
});
export const remove = (symbol: string, more: object = {}): LooseEdit => ({
  action: "remove",
  symbol,
  unproven: "leave",
  ...more,
});

/** The text before, an edit, the text after or the code of the refusal, the notes. */
export type EditRow = readonly [
  before: string,
  edit: LooseEdit,
  after: string | { readonly refused: string },
  notes?: string | RegExp,
];

export function editRows(file: string, rows: readonly EditRow[]): readonly EditCase[] {
  return rows.map(([before, edit, after, notes]) => ({
    name: `${file} ${JSON.stringify(edit)}`,
    file,
    before,
    edit,
    ...(typeof after === "string" ? { after } : after),
    ...(notes === undefined ? {} : { notes }),
  }));
}

/** The same for replacements that have names of their own. */
export type ReplaceRow = readonly [
  name: string,
  before: string,
  edit: { readonly symbol: string; readonly body: string; readonly part?: "declaration" | "body" | "with_doc" },
  after: string | { readonly refused: string },
  notes?: string | RegExp,
];

export function replaceRows(file: string, rows: readonly ReplaceRow[]): readonly EditCase[] {
  return rows.map(([name, before, edit, after, notes]) => ({
    name,
    file,
    before,
    edit: { action: "replace", ...edit },
    ...(typeof after === "string" ? { after } : after),
    ...(notes === undefined ? {} : { notes }),
  }));
}

/** Every row of a table, each in a file of its own; all that differ are told at once. */
export async function checkEdits(cases: readonly EditCase[]): Promise<void> {
  const files = cases.map(({ file, before }, index) => [`${index}/${file}`, before] as const);
  const { edit } = await openSymbolEdits(Object.fromEntries(files));
  const got: unknown[] = [];
  const wanted: unknown[] = [];
  for (const [index, each] of cases.entries()) {
    const outcome = await edit(`${index}/${each.file}`, each.edit);
    const { name, refused, after, before, notes } = each;
    const told = outcome.notes
      .filter((note) => notes !== undefined || !/^Uses were looked for|is used in/.test(note))
      .join(" ");
    const isNoted = notes instanceof RegExp ? notes.test(told) : told === (notes ?? "");
    got.push({
      name,
      text: outcome.text,
      code: outcome.code,
      ...(outcome.code === refused ? {} : { message: outcome.message }),
      ...(isNoted ? {} : { notes: told }),
    });
    wanted.push({ name, text: after ?? before, code: refused });
  }
  expect(got).toEqual(wanted);
}

function wholeEdit(path: string, edit: LooseEdit): CodeEdit {
  const base = { path, expect: undefined };
  switch (edit.action) {
    case "replace":
      return { ...base, symbol: "", body: "", part: undefined, ...edit };
    case "insert":
      return { ...base, symbol: undefined, body: "", position: "after", ...edit };
    case "remove":
      return { ...base, symbol: "", part: undefined, unproven: "refuse", ...edit };
    default:
      return edit satisfies never;
  }
}
