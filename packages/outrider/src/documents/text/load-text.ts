import type { FileHandle } from "node:fs/promises";
import { decodeText } from "../../workspace/text/decode-text.ts";
import type { TextEncoding } from "../../workspace/text/text-file.ts";
import { describeBinary, isSurelyBinary } from "../media/describe-binary.ts";
import { diskLines } from "./disk-lines.ts";
import type { LineSource } from "./line-source.ts";
import { memoryLines } from "./memory-lines.ts";

export interface LoadedText {
  readonly kind: "text";
  readonly bytes: number;
  readonly encoding: TextEncoding;
  readonly bom: boolean;
  readonly lines: LineSource;
  /** The whole text, if it is not too large. */
  readonly text: string | undefined;
  /** Whether the file has changed since it was read. */
  changed(): Promise<boolean>;
}

export interface LoadedBinary {
  readonly kind: "binary";
  readonly bytes: number;
  readonly what: string;
}

const headBytes = 64 * 1024;
const memoryBytes = 4 * 1024 * 1024;
const countMs = 15_000;
const tries = 3;

/** Opens the text of a file: small files whole and consistent, large ones only by ranges. */
export async function loadText(handle: FileHandle): Promise<LoadedText | LoadedBinary> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await identity(handle);
    const changed = async (): Promise<boolean> => (await identity(handle)).mark !== before.mark;
    const head = await readRange(handle, Math.min(headBytes, before.size));
    const loaded = await load(handle, head, before.size, changed);
    // A file that is constantly written to is shown as it was read; the answer says so.
    if (loaded.kind === "binary" || attempt === tries || !(await changed())) return loaded;
  }
}

async function load(
  handle: FileHandle,
  head: Buffer,
  size: number,
  changed: () => Promise<boolean>,
): Promise<LoadedText | LoadedBinary> {
  const binary = { kind: "binary", bytes: size, what: describeBinary(head) } as const;
  if (isSurelyBinary(head)) return binary;
  if (size > memoryBytes) {
    const start = decodeText(withoutPartialCharacter(head));
    if (start === undefined) return binary;
    const { encoding, bom } = start;
    return {
      kind: "text",
      bytes: size,
      encoding,
      bom,
      lines: diskLines(handle, encoding, countMs),
      text: undefined,
      changed,
    };
  }
  const file = decodeText(await readRange(handle, size));
  if (file === undefined) return binary;
  const { text, encoding, bom, bytes } = file;
  return { kind: "text", bytes, encoding, bom, lines: memoryLines(text), text, changed };
}

async function identity(handle: FileHandle): Promise<{ readonly size: number; readonly mark: string }> {
  const { size, mtimeNs } = await handle.stat({ bigint: true });
  return { size: Number(size), mark: `${size} ${mtimeNs}` };
}

async function readRange(handle: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** The head of a file may end within a character, which would look like damaged text. */
function withoutPartialCharacter(head: Buffer): Buffer {
  const isUtf16 = head.includes(0) || (head[0] ?? 0) >= 0xfe;
  if (isUtf16) return head;
  for (let back = 1; back <= 4; back += 1) {
    const byte = head[head.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return head.subarray(0, head.length - back);
  }
  return head;
}
