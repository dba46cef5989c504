import { ToolError } from "../../src/tool/tool-error.ts";
import { defineBroken } from "./define-broken.ts";

/** Sends the model to a tool that does not exist. */
export const namesMissingTool = defineBroken(
  "names_missing_tool",
  ({ text }) => {
    if (text !== "missing") return text;
    throw new ToolError("not_found", "There is no such text.", { next: { tool: "no_such_tool", input: {} } });
  },
  {
    examples: [
      { title: "any", input: { text: "hello" } },
      { title: "missing", input: { text: "missing" }, fails: "not_found" },
    ],
  },
);
