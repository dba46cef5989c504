import { stripVTControlCharacters } from "node:util";
import { visibleText } from "../workspace/text/visible-text.ts";

/** What a command printed, as a model may read it: no colours, no cursor, nothing hidden; the rest as it was. */
export function cleanOutput(text: string): string {
  return visibleText(
    stripVTControlCharacters(text).replaceAll("\r\n", "\n").split("\n").map(lastOfRewritten).join("\n"),
  );
}

/** Progress bars write one line over and over: what stands there at the end counts. */
function lastOfRewritten(line: string): string {
  if (!line.includes("\r")) return line;
  return line.split("\r").findLast((part) => part.trim() !== "") ?? "";
}
