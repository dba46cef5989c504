import { ToolError } from "toolwright";
import { showPath } from "../workspace/paths/check-path.ts";
import { hasHalfCharacter } from "../workspace/text/visible-text.ts";

/** Limit for one memory; longer ones cost every reader more than they are worth. */
const largestMemory = 256 * 1024;

/** Refuses what cannot be stored as a memory, before anything is changed. */
export function checkContent(topic: string, content: string): void {
  if (content.trim() === "") throw refuse("empty", topic, "has no content. To remove a memory, use delete");
  const bytes = Buffer.byteLength(content);
  if (bytes > largestMemory) {
    throw refuse("too_large", topic, `has ${bytes} bytes; ${largestMemory} is the most. Split it into several topics`);
  }
  if (content.includes("\0") || hasHalfCharacter(content)) {
    throw refuse("not_text", topic, "holds a NUL or half a character, which no text file can have");
  }
}

function refuse(code: string, topic: string, why: string): ToolError {
  return new ToolError(code, `The memory ${showPath(topic)} ${why}.`);
}
