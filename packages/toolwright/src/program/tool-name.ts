import { usageError } from "../cli/command.ts";

const maxLength = 40;

/** The tool that every registry gets, to read answers that were too long. */
export const readOutputName = "read_output";

/** The name, if it is a valid tool name; otherwise a usage error that suggests the nearest valid one. */
export function requireToolName(given: string): string {
  const suggested = toSnakeCase(given);
  if (given === readOutputName)
    throw usageError(`The name "${given}" is taken by a tool that is built in; choose another.`);
  if (suggested === given) return given;
  const guess = suggested === "" ? ' such as "count_words"' : `; did you mean "${suggested}"?`;
  throw usageError(`The name ${JSON.stringify(given)} must be snake_case, at most ${maxLength} characters${guess}`);
}

/** The same rule by which `defineTool` checks names. */
function toSnakeCase(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replace(/^[_0-9]+/, "")
    .slice(0, maxLength)
    .replace(/_+$/, "");
}

/** `count_words` as `countWordsTool`; the suffix keeps it clear of reserved words. */
export function toIdentifier(name: string): string {
  return `${name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/Tool$/, "")}Tool`;
}
