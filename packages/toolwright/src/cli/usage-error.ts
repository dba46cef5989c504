import { ToolDefinitionError } from "../tool/check-definition.ts";

const marker: unique symbol = Symbol("usage error");

/** A mistake of whoever typed the command or wrote the file it names: told without a stack, exit code 2. */
export function usageError(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { [marker]: true });
}

export function isUsageError(error: unknown): error is Error {
  return error instanceof Error && (marker in error || isDefinitionError(error));
}

/** By name, because the tool may come from another copy of this package. */
export function isDefinitionError(error: unknown): boolean {
  return error instanceof ToolDefinitionError || (error instanceof Error && error.name === "ToolDefinitionError");
}
