import { isToolError, ToolError } from "toolwright";
import { showPath } from "../workspace/paths/check-path.ts";
import type { StateDirectory } from "../workspace/projects/state-directory.ts";
import { hashBytes } from "../workspace/text/text-file.ts";
import { replaceFile } from "../workspace/writer/replace-file.ts";
import { fileOf, findFolder, readMemoryFile, unsafe, type MemoryFolder } from "./memory-folder.ts";
import { hasHalfCharacter } from "../workspace/text/visible-text.ts";

const maxTries = 5;

export interface MemoryWrite {
  readonly state: StateDirectory;
  readonly place: MemoryFolder;
  readonly topic: string;
  /** Creates the new text from the current one; called again if someone else has written in the meantime. */
  readonly change: (before: Buffer | undefined) => string;
  readonly signal: AbortSignal;
}

/** Writes a memory completely or not at all, and never overwrites text that `change` has not seen. */
export async function writeMemoryFile({ state, place, topic, change, signal }: MemoryWrite): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    // Before anything is created: the folder could be a link.
    await findFolder(place);
    await state.folder(place.folder, ...topic.split("/").slice(0, -1));
    const root = await findFolder(place);
    if (root === undefined) throw unsafe(place.base);
    const before = await readMemoryFile(place, topic);
    try {
      await replaceFile(fileOf(root, topic), Buffer.from(change(before)), {
        expect: before === undefined ? "missing" : { hash: hashBytes(before) },
        shown: `${place.folder}/${topic}.md`,
        signal,
        ...(place.folder === "private" ? { mode: 0o600 } : {}),
      });
      return;
    } catch (error) {
      if (!isRace(error)) throw error;
      if (attempt === maxTries) {
        const sentence = `The memory ${showPath(topic)} is being written by others again and again; try once more.`;
        throw new ToolError("busy", sentence, { retryable: true });
      }
      // Deleted together with its directory, or written by another process: look again.
      signal.throwIfAborted();
    }
  }
}

function isRace(error: unknown): boolean {
  return isToolError(error) && (error.code === "stale" || error.code === "exists" || error.code === "not_found");
}

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
