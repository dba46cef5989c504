// toolwright: Defining a tool
import { type AnyTool, defineTool, type InputOf, reads, ToolDefinitionError, type ValueOf, writes } from "toolwright";
import * as z from "zod";

/** What the handlers are given; a test passes an object literal. */
export interface Services {
  readonly notes: Map<string, string>;
}

export const readNote = defineTool({
  name: "read_note",
  description: "Reads a note by its title.",
  input: z.strictObject({ title: z.string().describe("Title of the note") }),
  output: z.strictObject({ text: z.string() }),
  effects: reads,
  examples: [{ title: "A note", input: { title: "groceries" } }],
  handle: ({ title }, { notes }: Services) => ({ text: notes.get(title) ?? "" }),
  format: ({ text }) => (text === "" ? "No such note." : text),
});

export const keepNote = defineTool({
  name: "keep_note",
  description: "Keeps a note, in place of the one with the same title.",
  input: z.strictObject({ title: z.string().describe("Title"), text: z.string().describe("The note") }),
  // What is milder than `writes` is stated: a second call changes nothing more.
  effects: { ...writes, idempotent: true },
  handle({ title, text }, { notes }: Services) {
    notes.set(title, text);
    return `Kept ${JSON.stringify(title)}.`;
  },
});

export const tools = [keepNote, readNote] as const satisfies readonly AnyTool[];

/** The types of a tool's input and value come from its definition. */
export const input: InputOf<typeof readNote> = { title: "groceries" };
export const value: ValueOf<typeof readNote> = { text: "Bread, milk." };

/** What a model would stumble over is refused when the tool is defined, all problems at once. */
export function findProblems(): readonly string[] {
  try {
    defineTool({
      name: "Read Note",
      description: "Reads a note.",
      input: z.strictObject({ title: z.string() }),
      effects: reads,
      handle: ({ title }) => title,
    });
    return [];
  } catch (error) {
    if (error instanceof ToolDefinitionError) return error.message.split("\n");
    throw error;
  }
}
