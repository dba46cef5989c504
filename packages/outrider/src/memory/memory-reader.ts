import { isToolError } from "toolwright";
import { readMemoryFile, scanFolder, type MemoryFile, type MemoryFolder } from "./memory-folder.ts";
import { readMemoryText, type MemoryText } from "./memory-text.ts";

/** A place where memories are stored, as seen by one project. */
export interface MemorySource extends MemoryFolder {
  readonly private: boolean;
  /** False for memories from the repository if our own state is stored elsewhere. */
  readonly writable: boolean;
}

export interface KnownMemory {
  readonly place: MemorySource;
  readonly file: MemoryFile;
  readonly text: MemoryText;
}

/** Texts by place and topic, valid as long as the file's metadata is the same. */
export type TextCache = Map<string, { readonly look: string; readonly text: MemoryText }>;

const maxTexts = 2_000;

/** All memories of these places, sorted by topic; with the same topic, the shared one first. */
export async function readMemories(
  places: readonly MemorySource[],
  cache: TextCache,
  signal: AbortSignal,
): Promise<readonly KnownMemory[]> {
  const memories: KnownMemory[] = [];
  for (const place of places) {
    for (const file of await scanFolder(place, signal)) {
      const text = await readKnown(place, file, cache);
      if (text !== undefined) memories.push({ place, file, text });
    }
  }
  return memories.toSorted((left, right) => compare(left.file.topic, right.file.topic) || order(left) - order(right));
}

async function readKnown(place: MemorySource, file: MemoryFile, cache: TextCache): Promise<MemoryText | undefined> {
  const key = `${place.base}\0${place.folder}\0${file.topic}`;
  const known = cache.get(key);
  if (known?.look === file.look) return known.text;
  const text = await readOrDescribe(place, file.topic);
  if (text === undefined) return undefined;
  if (cache.size >= maxTexts) cache.clear();
  cache.set(key, { look: file.look, text });
  return text;
}

/** An unreadable file does not hide the others; reading it by name says what is wrong. */
async function readOrDescribe(place: MemorySource, topic: string): Promise<MemoryText | undefined> {
  try {
    const bytes = await readMemoryFile(place, topic);
    if (bytes === undefined) return undefined;
    return readMemoryText(bytes, topic) ?? unreadable("(not text)");
  } catch (error) {
    if (!isToolError(error)) throw error;
    return unreadable(`(${error.code})`);
  }
}

function unreadable(title: string): MemoryText {
  return { title, body: "", updated: undefined, anchors: new Map() };
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function order({ place }: KnownMemory): number {
  return place.private ? 1 : 0;
}
