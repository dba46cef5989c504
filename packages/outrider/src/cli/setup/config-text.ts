import { readFile, realpath } from "node:fs/promises";
import { isRecord } from "../../workspace/config/is-record.ts";
import { errorCode } from "../../workspace/paths/error-code.ts";

/** A settings file in its current state. */
export interface ConfigText {
  /** The real path: dotfiles are often links into a repository. */
  readonly realFile: string;
  readonly bytes: Buffer | undefined;
  readonly text: string | undefined;
}

const maxBytes = 64 * 1024 * 1024;

export async function readConfigText(file: string): Promise<ConfigText> {
  try {
    const realFile = await realpath(file);
    const bytes = await readFile(realFile);
    if (bytes.length > maxBytes) throw new MergeError("it is larger than 64 MiB");
    return { realFile, bytes, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return { realFile: file, bytes: undefined, text: undefined };
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") throw new MergeError("it is not written in UTF-8");
    if (code === "EACCES" || code === "EISDIR" || code === "ELOOP") throw new MergeError(`it cannot be read (${code})`);
    throw error;
  }
}

/** A settings file with our entry in it. */
export interface Merged {
  readonly text: string;
  /** False if the entry was already correct. */
  readonly changed: boolean;
}

export interface MergeRequest {
  /** The current text; undefined if there is no file. */
  readonly text: string | undefined;
  /** The path of keys to our entry. */
  readonly path: readonly string[];
  readonly entry: Readonly<Record<string, unknown>>;
}

/** A file that cannot be changed without risk to its contents. */
export class MergeError extends Error {
  override readonly name = "MergeError";
}

/** The value at a path of keys; undefined if there is none. Fails if something on the way is not an object. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let at = root;
  for (const [index, key] of path.entries()) {
    if (at === undefined) return undefined;
    if (!isRecord(at)) throw new MergeError(`${path.slice(0, index).join(".") || "the whole of it"} is no object`);
    at = Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

/** The same data with a different value at the path. */
export function withValueAt(root: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const record = isRecord(root) ? root : {};
  return { ...record, [key]: withValueAt(Object.hasOwn(record, key) ? record[key] : undefined, rest, value) };
}
