import type { ExecOptions, SpawnOptions } from "../tool/process-contract.ts";
import { ToolError } from "../tool/tool-error.ts";

/** Refuses arguments that the system could only misinterpret, before anything starts. */
export function checkSpawnArguments(file: string, args: readonly string[], options: SpawnOptions): void {
  if (file === "") throw invalid("Expected the command to be a file name, got an empty string.");
  checkText("the command", file);
  for (const [index, arg] of args.entries()) checkText(`argument ${index + 1}`, arg);
  if (options.cwd !== undefined) checkText("`cwd`", options.cwd);
  for (const [name, value] of Object.entries(options.env ?? {})) {
    checkText(`the name of the environment variable ${JSON.stringify(name)}`, name);
    if (value !== undefined) checkText(`the environment variable "${name}"`, value);
  }
  checkAmount("graceMs", options.graceMs);
}

export function checkExecOptions(options: ExecOptions): void {
  checkAmount("timeoutMs", options.timeoutMs);
  checkAmount("maxOutputBytes", options.maxOutputBytes);
}

function checkText(what: string, value: string): void {
  if (!value.includes("\0")) return;
  const position = value.indexOf("\0");
  throw invalid(
    `Expected ${what} without NUL characters, got one at index ${position}; remove it, or pass it on stdin.`,
  );
}

function checkAmount(name: string, value: number | undefined): void {
  if (value === undefined || value >= 0) return;
  throw invalid(`Expected \`${name}\` to be a number of at least 0, got \`${value}\`; leave it out for the default.`);
}

function invalid(message: string): ToolError {
  return new ToolError("invalid_argument", message);
}
