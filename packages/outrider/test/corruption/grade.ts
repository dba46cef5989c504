import type { CaseFiles, CorruptionCase } from "./case.ts";

/**
 * What became of a case. "exact": one of the results that are right, to the byte. "refused": nothing changed, rightly.
 * "wrong-refusal": nothing changed, although it could be done. "wrong-code": refused for another reason than the one that is there.
 * "crashed": neither done nor refused. "torn": not done, and yet something changed. "silent-wrong": said to be done, and something
 * else is there.
 */
export type Grade = "exact" | "refused" | "wrong-refusal" | "wrong-code" | "crashed" | "torn" | "silent-wrong";

/** How whoever was asked answered: undefined means done. */
export type Refusal = { readonly code: string; readonly message: string; readonly crashed?: boolean } | undefined;

export interface GradeOptions {
  /** Whether every case is graded as if empty lines around new code were a matter of taste; codes do not count then either. */
  readonly lenient?: boolean;
}

export function grade(
  each: CorruptionCase,
  after: CaseFiles,
  refusal: Refusal,
  { lenient = false }: GradeOptions = {},
): Grade {
  if (refusal !== undefined) {
    if (!isSame(each.files, after, false)) return "torn";
    if (refusal.crashed === true) return "crashed";
    if (each.refusal === undefined) return "wrong-refusal";
    if (lenient || each.refusal.length === 0 || each.refusal.includes(refusal.code)) return "refused";
    return "wrong-code";
  }
  const isFree = lenient || each.blankLines === "free";
  return each.accepted.some((files) => isSame(files, after, isFree)) ? "exact" : "silent-wrong";
}

/** Grades that nobody should ever get. */
export const faulty: readonly Grade[] = ["wrong-refusal", "wrong-code", "crashed", "torn", "silent-wrong"];

function isSame(wanted: CaseFiles, found: CaseFiles, isFree: boolean): boolean {
  const paths = new Set([...Object.keys(wanted), ...Object.keys(found)]);
  return [...paths].every((path) => {
    const [one, other] = [bytesOf(wanted[path]), bytesOf(found[path])];
    if (one === undefined || other === undefined) return one === other;
    return one.equals(other) || (isFree && withoutEmptyLines(one) === withoutEmptyLines(other));
  });
}

function bytesOf(content: string | Uint8Array | null | undefined): Buffer | undefined {
  return content === null || content === undefined ? undefined : Buffer.from(content);
}

/** A line with blanks in it is not empty: nobody may leave those behind. */
function withoutEmptyLines(bytes: Buffer): string {
  const isWide = bytes.includes(0);
  const text = isWide ? bytes.toString("latin1").replaceAll("\0", "") : bytes.toString("latin1");
  return text.replaceAll(/(\r\n|\n|\r)(?:\1)+/g, "$1").replace(/^(?:\r\n|\n|\r)/, "");
}
