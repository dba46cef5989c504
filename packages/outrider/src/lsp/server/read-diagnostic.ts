import type { ServerSpec } from "../../languages/server-spec.ts";
import { isRecord } from "../../workspace/config/is-record.ts";
import type { Position, Range, RawDiagnostic } from "./language-server.ts";

const maxMessage = 4000;
const maxName = 200;

/** Reads one diagnostic of a server; undefined if it has no range or no message. */
export function readDiagnostic(
  value: unknown,
  { isCausedByOurLimits }: Pick<ServerSpec, "isCausedByOurLimits">,
): RawDiagnostic | undefined {
  if (!isRecord(value)) return undefined;
  const range = readRange(value["range"]);
  const { message, severity, code, source } = value;
  if (range === undefined || typeof message !== "string") return undefined;
  const read: RawDiagnostic = {
    range,
    severity: isCausedByOurLimits?.({ code, message }) === true ? 3 : readSeverity(severity),
    message: message.slice(0, maxMessage),
    code: typeof code === "string" || typeof code === "number" ? String(code).slice(0, maxName) : undefined,
    source: typeof source === "string" ? source.slice(0, maxName) : undefined,
  };
  asSent.set(read, value);
  return read;
}

/** Kept separately: requests about a diagnostic must send it back exactly as received, with a numeric code and `data`. */
const asSent = new WeakMap<RawDiagnostic, unknown>();

/** The diagnostic as the server sent it. */
export function sentDiagnostic(diagnostic: RawDiagnostic): unknown {
  return asSent.get(diagnostic) ?? diagnostic;
}

/** The protocol lets the client choose a default; an error is the safe choice. */
function readSeverity(severity: unknown): RawDiagnostic["severity"] {
  return severity === 2 || severity === 3 || severity === 4 ? severity : 1;
}

/** Undefined for an invalid range: negative, not whole, or ending before it begins. */
export function readRange(value: unknown): Range | undefined {
  if (!isRecord(value)) return undefined;
  const start = readPosition(value["start"]);
  const end = readPosition(value["end"]);
  if (start === undefined || end === undefined) return undefined;
  const isBackwards = end.line < start.line || (end.line === start.line && end.character < start.character);
  return isBackwards ? undefined : { start, end };
}

function readPosition(value: unknown): Position | undefined {
  if (!isRecord(value)) return undefined;
  const { line, character } = value;
  return isIndex(line) && isIndex(character) ? { line, character } : undefined;
}

function isIndex(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
