import { defineTool } from "toolwright";
import * as z from "zod";

/** Stands for the tool that errors of others offer next: they are judged by whether it is in the list. */
export const stubReadFile = defineTool({
  name: "read_file",
  description: "Reads.",
  input: z.strictObject({ path: z.string().describe("File"), project: z.string().optional().describe("Project") }),
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  handle: ({ path }) => ({ path }),
});
