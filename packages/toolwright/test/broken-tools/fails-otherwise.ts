import { ToolError } from "../../src/tool/tool-error.ts";
import { defineBroken } from "./define-broken.ts";

/** Shows an example of one error and ends in another. */
export const failsOtherwise = defineBroken(
  "fails_otherwise",
  ({ text }) => {
    if (text === "missing") throw new ToolError("not_there", "There is no such text.");
    return text;
  },
  {
    examples: [
      { title: "any", input: { text: "hello" } },
      { title: "missing", input: { text: "missing" }, fails: "not_found" },
    ],
  },
);
