import * as z from "zod";
import { parts, positions, unprovenChoices } from "../../code-edits/code-edit.ts";
import { projectField } from "../fields.ts";
import { waitField } from "../server-question.ts";

const text = z.string().optional();
const flag = z.boolean().optional();

/** A parameter that is new, or written otherwise. */
const parameter = z.strictObject({
  name: text.describe("Of the one that it was"),
  code: text.describe("Its declaration"),
  argument: text.describe("What existing calls pass"),
});

/** Fields that an edit of a list has as well; the call itself has the same and more. */
const editFields = {
  path: text.describe("The file; not needed if the name is unique"),
  symbol: text.describe("Name, or Container/name"),
  body: text.describe("Code to write, for replace and insert"),
  part: z.enum(parts).optional().describe("What replace writes; default: the declaration"),
  position: z.enum(positions).optional().describe("Where insert writes, seen from the symbol"),
  new_name: text.describe("For rename: the new name; for move: the new path"),
  id: text.describe("Of a listed action, or of the change to undo"),
  expect: text.describe("Refuse unless the declaration contains this code"),
  unproven: z
    .enum(unprovenChoices)
    .optional()
    .describe("Uses without proof: list them and stop (default), leave, or change them too"),
  force: flag.describe("Rename although the new name is taken"),
};

const actions = ["replace", "insert", "remove", "rename", "change_signature", "move", "actions"] as const;

export const input = z.strictObject({
  action: z
    .enum([...actions, "undo"])
    .optional()
    .describe("actions lists code actions; with id it runs one"),
  ...editFields,
  // Fully typed, both lists would double the cost of every turn; `listedEdits` checks them.
  parameters: z.array(z.unknown()).optional().describe("All, in order: names to keep, {code, argument} to add"),
  edits: z
    .array(z.unknown().meta({ type: "object", additionalProperties: {} }))
    .optional()
    .describe("Several edits with these fields; all or none are written"),
  format: flag.describe("Run the project's formatter afterwards"),
  dry_run: flag.describe("Write nothing, show the diff"),
  ...waitField,
  ...projectField,
});

export const listedParameters = z.array(z.union([z.string(), parameter])).max(100);
export const listedEdit = z.strictObject({
  action: z.enum(actions),
  ...editFields,
  parameters: listedParameters.optional(),
});
export const listedEdits = z.array(listedEdit).min(1).max(100);

/** What scripts see: both lists written out. */
export const fullInput = input.extend({ parameters: listedParameters.optional(), edits: listedEdits.optional() });

const file = z.strictObject({
  path: z.string(),
  kind: z.enum(["edit", "create", "move", "remove"]),
  from: z.string().optional().describe("Where it was before"),
  added: z.int(),
  removed: z.int(),
  diff: z.string().describe("Empty where there are too many files to show"),
  patch: z.string().optional().describe("Of a dry run, for programs: the hunks as they can be applied"),
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
export type ListedParameters = z.infer<typeof listedParameters>;
export type ListedEdit = z.infer<typeof listedEdit>;
export type Output = z.infer<typeof output>;
export type FileRow = z.infer<typeof file>;
export type ActionRow = z.infer<typeof action>;
export type HistoryRow = z.infer<typeof entry>;
