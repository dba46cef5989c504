import { isRecord } from "../../workspace/config/is-record.ts";

/** A settings file with our entry in it. */
export interface Merged {
  readonly text: string;
  /** False when the entry stood there as it should. */
  readonly changed: boolean;
}

export interface MergeRequest {
  /** As it is now; undefined where there is no file. */
  readonly text: string | undefined;
  /** The path of keys to our entry. */
  readonly path: readonly string[];
  readonly entry: Readonly<Record<string, unknown>>;
}

/** Where a file cannot be changed without a risk to what it holds. */
export class MergeError extends Error {
  override readonly name = "MergeError";
}

/** The value at a path of keys; undefined where there is none. Something else than an object on the way cannot be merged into. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let at = root;
  for (const [index, key] of path.entries()) {
    if (at === undefined) return undefined;
    if (!isRecord(at)) throw new MergeError(`${path.slice(0, index).join(".") || "the whole of it"} is no object`);
    at = Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

/** The same data with another value at the path. */
export function withValueAt(root: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const record = isRecord(root) ? root : {};
  return { ...record, [key]: withValueAt(Object.hasOwn(record, key) ? record[key] : undefined, rest, value) };
}
