import * as z from "zod";
import { hashBytes } from "../../text/text-file.ts";

const hash = z.string().regex(/^[0-9a-f]{32}$/);
/** Relative to the root with forward slashes, or absolute; judged by the policy each time before it is used. */
const path = z.string().min(1).max(4096);

const contentSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("file"),
    hash,
    size: z.int().nonnegative(),
    /** Null for a new file with the default mode. */
    mode: z.int().nonnegative().max(0o7777).nullable(),
  }),
  z.strictObject({ kind: z.literal("link"), target: z.string() }),
]);

const opSchema = z.discriminatedUnion("op", [
  /** Null if there is no file. */
  z.strictObject({ op: z.literal("write"), path, before: contentSchema.nullable(), after: contentSchema.nullable() }),
  z.strictObject({ op: z.literal("move"), from: path, to: path, content: contentSchema }),
]);

const deedSchema = z.discriminatedUnion("kind", [
  /** `directories` were missing and were created for it, outermost first. */
  z.strictObject({ kind: z.literal("files"), ops: z.array(opSchema).min(1), directories: z.array(path) }),
  /** Moves a whole file or directory, whatever it contains. */
  z.strictObject({ kind: z.literal("move"), from: path, to: path, directories: z.array(path) }),
  z.strictObject({ kind: z.literal("remove"), path, trashed: z.string() }),
  z.strictObject({ kind: z.literal("restore"), path, trashed: z.string() }),
]);

const recordSchema = z.strictObject({
  version: z.literal(1),
  id: z.int().positive(),
  title: z.string(),
  at: z.iso.datetime(),
  pid: z.int(),
  /** Random, one per process. */
  process: z.string(),
  /** Who made it, where that is more than this process: commands in a shell, each in a process of its own. */
  by: z.string().optional(),
  joins: z.int().positive().nullable(),
  undoes: z.int().positive().nullable(),
  deed: deedSchema,
});

export type Content = z.infer<typeof contentSchema>;
export type FileOp = z.infer<typeof opSchema>;
export type RecordedChange = z.infer<typeof deedSchema>;
export type HistoryRecord = z.infer<typeof recordSchema>;

/** Bytes by hash. */
export type Contents = ReadonlyMap<string, Uint8Array>;

/** One line that describes the change, followed by the old bytes of its files. */
export function encodeRecord(record: HistoryRecord, contents: Contents): Buffer {
  const kept = keptFiles(record).map(({ hash: wanted }) => {
    const bytes = contents.get(wanted);
    if (bytes === undefined) throw new Error(`The bytes ${wanted} are not there to be kept.`);
    return bytes;
  });
  return Buffer.concat([Buffer.from(`${JSON.stringify(record)}\n`), ...kept]);
}

/** Undefined if it is not intact: torn by a crash, or not written by us. */
export function decodeRecord(id: number, entry: Buffer): { record: HistoryRecord; contents: Contents } | undefined {
  const end = entry.indexOf("\n");
  const record = parseRecord(id, entry.subarray(0, Math.max(end, 0)), entry.length);
  if (record === undefined) return undefined;
  const contents = new Map<string, Uint8Array>();
  let at = end + 1;
  for (const { hash: wanted, size } of keptFiles(record)) {
    const bytes = entry.subarray(at, at + size);
    if (hashBytes(bytes) !== wanted) return undefined;
    contents.set(wanted, bytes);
    at += size;
  }
  return { record, contents };
}

/** Only the description, without reading the stored bytes. */
export function parseRecord(id: number, line: Uint8Array, entrySize: number): HistoryRecord | undefined {
  try {
    const record = recordSchema.parse(JSON.parse(Buffer.from(line).toString("utf8")));
    const size = keptFiles(record).reduce((total, file) => total + file.size, line.length + 1);
    return record.id === id && size === entrySize ? record : undefined;
  } catch {
    return undefined;
  }
}

/** The old contents; equal bytes only once. */
function keptFiles({ deed }: HistoryRecord): readonly Extract<Content, { kind: "file" }>[] {
  const kept = new Map<string, Extract<Content, { kind: "file" }>>();
  for (const op of deed.kind === "files" ? deed.ops : []) {
    if (op.op === "write" && op.before?.kind === "file") kept.set(op.before.hash, op.before);
  }
  return [...kept.values()];
}

export function pathsOf(deed: RecordedChange): readonly string[] {
  switch (deed.kind) {
    case "files":
      return [...new Set(deed.ops.flatMap((op) => (op.op === "write" ? [op.path] : [op.from, op.to])))];
    case "move":
      return [deed.from, deed.to];
    case "remove":
    case "restore":
      return [deed.path];
  }
}
