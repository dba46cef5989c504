import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { describeText } from "../tool/describe-value.ts";

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  readonly nextCursor?: string;
}

/**
 * One page of a sorted list. The cursor names the last entry shown, so that entries added or removed meanwhile make
 * nothing appear twice or disappear.
 */
export function takePage<Entry>(
  sorted: readonly Entry[],
  keyOf: (entry: Entry) => string,
  cursor: string | undefined,
  size: number,
): Page<Entry> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const start = after === undefined ? 0 : sorted.findIndex((entry) => keyOf(entry) > after);
  if (start === -1) return { entries: [] };
  const entries = sorted.slice(start, start + size);
  const last = entries.at(-1);
  if (last === undefined || start + size >= sorted.length) return { entries };
  return { entries, nextCursor: Buffer.from(`after ${keyOf(last)}`).toString("base64url") };
}

function readCursor(cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString();
  if (text.startsWith("after ")) return text.slice("after ".length);
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `The cursor ${describeText(cursor)} is none of this server's; list anew without a cursor.`,
  );
}

type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** The fields that have a value: not every reader of JSON Schema treats absent and undefined alike. */
export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- exactly the filtered fields
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}
