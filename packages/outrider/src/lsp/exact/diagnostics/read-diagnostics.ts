import type { ServerSpec } from "../../../languages/server-spec.ts";
import { isRecord } from "../../../workspace/config/is-record.ts";
import type { RawDiagnostic } from "../../server/language-server.ts";
import { readDiagnostic } from "../../server/read-diagnostic.ts";

export interface ReadItems {
  readonly items: readonly RawDiagnostic[];
  /** How many there are beyond those that are kept. */
  readonly more: number;
  /** How many were none. */
  readonly dropped: number;
}

/** More of one file tells nobody more. */
const mostItems = 500;

/** The answer to `textDocument/diagnostic`; undefined where it is none, which must not pass for a clean file. */
export function readReport(answer: unknown, spec: Pick<ServerSpec, "isOurDoing">): ReadItems | undefined {
  if (!isRecord(answer) || !Array.isArray(answer["items"])) return undefined;
  const found = answer["items"].map((item) => readDiagnostic(item, spec));
  const items = found.filter((item) => item !== undefined);
  const kept = inOrder(items).slice(0, mostItems);
  return { items: kept, more: items.length - kept.length, dropped: found.length - items.length };
}

/** From the beginning of the file on, errors first at the same place. */
export function inOrder(items: readonly RawDiagnostic[]): readonly RawDiagnostic[] {
  return [...items].sort(
    (a, b) =>
      a.range.start.line - b.range.start.line ||
      a.range.start.character - b.range.start.character ||
      a.severity - b.severity,
  );
}
