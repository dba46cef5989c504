import { ToolError } from "toolwright";
import { hasHalfCharacter } from "../workspace/text/show-text.ts";

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
