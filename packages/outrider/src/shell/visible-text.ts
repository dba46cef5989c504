import { stripVTControlCharacters } from "node:util";
import { visibleText } from "../workspace/text/visible-text.ts";

/** A command's output as a model may read it: no colours, no cursor movement, nothing hidden; the rest unchanged. */
export function cleanOutput(text: string): string {
  return visibleText(
    stripVTControlCharacters(text).replaceAll("\r\n", "\n").split("\n").map(lastOfRewritten).join("\n"),
  );
}

/** Progress bars rewrite a line over and over: only its final text counts. */
function lastOfRewritten(line: string): string {
  if (!line.includes("\r")) return line;
  return line.split("\r").findLast((part) => part.trim() !== "") ?? "";
}
