import type { FileRequest } from "./reading.ts";

type Part = Pick<FileRequest, "path" | "symbol" | "offset" | "limit">;

/** A part that is written with its path: `src/store.ts#Store/get`, `src/store.ts:10-40`, `src/store.ts:10`. */
export function readPathPart(written: string): Part | undefined {
  const named = /^([^#]+)#(.+)$/s.exec(written);
  if (named !== null) return { path: named[1] ?? "", symbol: named[2] ?? "" };
  const lines = /^(.+):([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/s.exec(written);
  if (lines === null) return undefined;
  const [, path = "", first, last = first] = lines;
  const offset = Number(first);
  return { path, offset, limit: Math.max(1, Number(last) - offset + 1) };
}
