import { ToolError } from "toolwright";
import type * as z from "zod";

const maxProblems = 3;

/** The edits of a list whose shape the input schema leaves open to save tokens on every turn. */
export function readListedEdits<Edit>(
  schema: z.ZodType<readonly Edit[]>,
  edits: unknown,
  shape: string,
): readonly Edit[] {
  const read = schema.safeParse(edits);
  if (read.success) return read.data;
  const problems = read.error.issues.slice(0, maxProblems).map(({ path, message }) => {
    const [index, field] = path;
    return `edits${index === undefined ? "" : `[${String(index)}]`}${field === undefined ? "" : `.${String(field)}`}: ${message}`;
  });
  throw new ToolError(
    "unclear_edit",
    `${problems.join("; ")}. Each edit is an object with ${shape}. No edit was made.`,
  );
}
