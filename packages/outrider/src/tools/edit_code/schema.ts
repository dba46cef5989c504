import * as z from "zod";
import { parts, positions, unprovenChoices } from "../../code-edits/code-edit.ts";
import { projectField } from "../fields.ts";
import { waitField } from "../server-question.ts";

const text = z.string().optional();
const flag = z.boolean().optional();

/** Fields of one edit in a list; the call itself has the same and more. */
const editFields = {
  path: text.describe("File"),
  symbol: text.describe("Name path"),
  body: text.describe("New code"),
  part: z.enum(parts).optional().describe("Of symbol"),
  position: z.enum(positions).optional().describe("For insert"),
  new_name: text.describe("For move: new path"),
  id: text.describe("Of action or undo"),
  expect: text.describe("Code that must be there"),
  unproven: z.enum(unprovenChoices).optional().describe("Uses it cannot prove: list and stop, leave, or rename too"),
  force: flag.describe("Even if name is taken"),
};

const actions = ["replace", "insert", "remove", "rename", "move", "actions"] as const;

export const input = z.strictObject({
  action: z
    .enum([...actions, "undo"])
    .optional()
    .describe("Of server: actions"),
  ...editFields,
  // Fully typed, the list would double the cost of every turn; `listedEdits` checks it.
  edits: z.array(z.unknown()).optional().describe("Several, all or none"),
  format: flag.describe("Run formatter"),
  dry_run: flag.describe("Only diff"),
  ...waitField,
  ...projectField,
});

export const listedEdit = z.strictObject({ action: z.enum(actions), ...editFields });
export const listedEdits = z.array(listedEdit).min(1).max(100);

const file = z.strictObject({
  path: z.string(),
  kind: z.enum(["edit", "create", "move", "remove"]),
  from: z.string().optional().describe("Where it was before"),
  added: z.int(),
  removed: z.int(),
  diff: z.string().describe("Empty where there are too many files to show"),
});

const action = z.strictObject({
  id: z.string(),
  title: z.string(),
  kind: z.string(),
  line: z.int().optional(),
  disabled: z.string().optional(),
});

const entry = z.strictObject({
  id: z.string(),
  title: z.string(),
  at: z.string(),
  files: z.int(),
  undone: z.boolean(),
});

export const output = z.strictObject({
  written: z.boolean(),
  id: z.string().optional().describe("What undo takes"),
  done: z.array(z.string()),
  files: z.array(file).describe("The first ones of many"),
  in_files: z.int(),
  added: z.int(),
  removed: z.int(),
  notes: z.array(z.string()),
  problems: z
    .strictObject({
      new_errors: z.int(),
      new_warnings: z.int(),
      fixed_errors: z.int(),
      fixed_warnings: z.int(),
      compared: z.int().describe("Files that servers judged before and after"),
      added: z.array(z.string()),
      unknown: z.string().optional().describe("Why it is not known of all"),
    })
    .optional(),
  leftovers: z.strictObject({ total: z.int(), shown: z.array(z.string()) }).optional(),
  actions: z.array(action).optional(),
  history: z.array(entry).optional(),
});

export type Input = z.infer<typeof input>;
export type ListedEdit = z.infer<typeof listedEdit>;
export type Output = z.infer<typeof output>;
export type FileRow = z.infer<typeof file>;
export type ActionRow = z.infer<typeof action>;
export type HistoryRow = z.infer<typeof entry>;
