import type { FileHandle } from "node:fs/promises";
import { callFor } from "./wording.ts";

const rowBytes = 16;
const defaultRows = 4;
const maxRows = 64;

/** A secret that begins or ends outside of the rows is one all the same. */
const around = 512;

interface BytesRequest {
  readonly path: string;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export interface BytesView {
  readonly body: readonly string[];
  readonly notes: readonly string[];
}

/** Bytes of a file that is no text, in rows of 16: offset and limit count rows, from 1. */
export async function viewBytes(
  handle: FileHandle,
  { path, offset = 1, limit = defaultRows }: BytesRequest,
  { size, maskValues }: { readonly size: number; maskValues(text: string): string },
): Promise<BytesView> {
  const start = (offset - 1) * rowBytes;
  if (start >= size) {
    const rows = Math.ceil(size / rowBytes);
    return { body: [], notes: [`There is no row ${offset}: it has ${rows} rows of ${rowBytes} bytes.`] };
  }
  const rows = Math.min(limit, maxRows);
  const from = Math.max(0, start - around);
  const buffer = Buffer.alloc(Math.min(start + rows * rowBytes + around, size) - from);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
  const text = buffer.toString("latin1", 0, bytesRead);
  if (maskValues(text) !== text) return { body: [], notes: ["These bytes hold a secret, and are not shown."] };
  const bytes = buffer.subarray(start - from, Math.min(bytesRead, start - from + rows * rowBytes));
  const body: string[] = [];
  for (let at = 0; at < bytes.length; at += rowBytes) body.push(showRow(start + at, bytes.subarray(at, at + rowBytes)));
  const isCut = rows < limit && start + bytes.length < size;
  const next = callFor({ path, offset: offset + rows, limit: limit - rows });
  return { body, notes: isCut ? [`${maxRows} rows at most. Next: ${next}`] : [] };
}

/** As `xxd` does: where it begins, the bytes, and those of them that are characters. */
function showRow(start: number, bytes: Buffer): string {
  const hex = bytes.toString("hex").replaceAll(/(.{4})(?=.)/g, "$1 ");
  const text = bytes.toString("latin1").replaceAll(/[^ -~]/g, ".");
  return `${start.toString(16).padStart(8, "0")}: ${hex.padEnd(rowBytes * 2 + rowBytes / 2 - 1)}  ${text}`;
}
