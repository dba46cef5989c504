import { defineTool, writes } from "toolwright";
import * as z from "zod";
import type { Services } from "../../services.ts";
import { projectField } from "../fields.ts";
import description from "./description.md" with { type: "text" };
import guide from "./guide.md" with { type: "text" };

export default defineTool({
  name: "approve_write",
  description,
  guide,
  input: z.strictObject({
    path: z.string().describe("The directory, or the exact file"),
    ...projectField,
  }),
  output: z.strictObject({ root: z.string(), exactly: z.boolean() }),
  effects: { ...writes, idempotent: true },
  deadlineMs: 10_000,
  examples: [{ title: "A directory that does not exist", input: { path: "no/such/place" }, fails: "no_directory" }],
  // Runs only after the user has agreed: the access policy asks before each call, without exception.
  async handle({ path, project: named }, { workspace }: Pick<Services, "workspace">) {
    const project = await workspace.project(named);
    const { root, exact } = await workspace.approveWrite(project, path);
    return { root, exactly: exact !== undefined };
  },
  format: ({ root, exactly }) =>
    exactly
      ? `This session may write ${root} now, and nothing else by that.`
      : `This session may write to ${root} now.`,
});
