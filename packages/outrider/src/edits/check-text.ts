import { ToolError } from "toolwright";
import { hasHalfCharacter } from "../workspace/text/visible-text.ts";

/** Refuses text from outside that no text file can hold. */
export function checkText(text: string, field: string): void {
  if (hasHalfCharacter(text)) {
    throw new ToolError(
      "broken_text",
      `\`${field}\` holds half of a character (a lone surrogate): send the whole character.`,
    );
  }
  if (text.includes("\0")) {
    throw new ToolError(
      "broken_text",
      `\`${field}\` holds a NUL character, which would make the file binary: leave it out.`,
    );
  }
}

/** Whether a text is as its editor saw it last: it has the expected piece, blanks aside, or the file has the expected hash. */
export function holdsExpected(text: string, hash: string | undefined, expect: string): boolean {
  return expect === hash || inOneLine(text).includes(inOneLine(expect));
}

/** Blanks are often lost on the way. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
