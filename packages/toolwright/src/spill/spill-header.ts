import type { FileHandle } from "node:fs/promises";
import * as z from "zod";

const headerSchema = z.strictObject({
  version: z.literal(1),
  tool: z.string(),
  callId: z.string(),
  bytes: z.int().min(0),
  lines: z.int().min(0),
  owner: z.string().optional(),
});

/** First line of a stored file; the text follows it byte for byte. It makes totals exact without reading the text. */
export interface SpillHeader {
  readonly tool: string;
  readonly callId: string;
  readonly bytes: number;
  readonly lines: number;
  /** Fingerprint of the principal. */
  readonly owner?: string | undefined;
}

/** The position of the text in its file. */
export interface StoredText extends SpillHeader {
  readonly start: number;
  readonly end: number;
}

// Six bytes for each of twice 256 escaped characters and some for the rest: always within the first read.
const longestName = 256;

const longestHeader = 4096;

export function encodeHeader({ tool, callId, bytes, lines, owner }: SpillHeader): Buffer {
  const names = { tool: tool.slice(0, longestName), callId: callId.slice(0, longestName) };
  return Buffer.from(`${JSON.stringify({ version: 1, ...names, bytes, lines, owner })}\n`);
}

/** Undefined if the file is not one of ours or incomplete. */
export async function readHeader(file: FileHandle, size: number): Promise<StoredText | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(longestHeader), 0, longestHeader, 0);
  const length = buffer.subarray(0, bytesRead).indexOf("\n") + 1;
  const header = headerSchema.safeParse(parseJson(buffer.toString("utf8", 0, length)));
  if (!header.success || length + header.data.bytes !== size) return undefined;
  return { ...header.data, start: length, end: size };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
