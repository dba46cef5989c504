import { defineTool } from "toolwright";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { handle } from "./handler.ts";
import { input, output } from "./schema.ts";

export default defineTool({
  name: "run_command",
  description,
  guide,
  input,
  output,
  effects: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
  deadlineMs: 1_800_000,
  longRunning: true,
  examples: [
    { title: "A command", input: { command: "echo hello" } },
    { title: "The background jobs of this session", input: { action: "status" } },
    { title: "A job that is not there", input: { job: "@cmd_aaaaaaaaaaaaaaaa" }, fails: "unknown_job" },
    { title: "Nothing to do", input: {}, fails: "no_command" },
    { title: "A directory that is not there", input: { command: "ls", cwd: "no/such/place" }, fails: "no_directory" },
  ],
  handle,
  format,
});
