import { decodeText } from "../text/decode-text.ts";
import type { Journal } from "./journal/journal.ts";
import type { Content, FileOp } from "./journal/record.ts";

/** The text of a file before the newest change that gave it the bytes with this hash, if the journal has kept it. */
export async function textBefore(
  journal: Pick<Journal, "list" | "read">,
  path: string,
  hash: string,
): Promise<string | undefined> {
  const records = await journal.list();
  for (const { id, deed } of records) {
    const op = deed.kind === "files" ? deed.ops.findLast((each) => isWriteOf(each, path)) : undefined;
    if (op === undefined) continue;
    if (op.op !== "write" || hashOf(op.after) !== hash) return undefined;
    const before = hashOf(op.before);
    const bytes = before === undefined ? undefined : (await journal.read(id))?.contents.get(before);
    return bytes === undefined ? undefined : decodeText(bytes)?.text;
  }
  return undefined;
}

function isWriteOf(op: FileOp, path: string): boolean {
  return op.op === "write" ? op.path === path : op.from === path || op.to === path;
}

function hashOf(content: Content | null): string | undefined {
  return content?.kind === "file" ? content.hash : undefined;
}
