import type { Outcome } from "../call/outcome.ts";
import { ToolDefinitionError } from "../tool/check-definition.ts";
import { didYouMean } from "../tool/nearest-name.ts";
import type { InterruptHandler, TakenInterrupts } from "./interrupts.ts";
import type { Terminal } from "./terminal.ts";

/** A flag as the help shows it. */
export interface Flag {
  readonly type: "boolean" | "string";
  readonly short?: string;
  /** Placeholder for the value in the help, such as FILE. */
  readonly value?: string;
  /** The value may be missing; the flag is then given without one. */
  readonly optional?: true;
  readonly summary: string;
}

/** Flags by their long names. */
export type Flags = Readonly<Record<string, Flag>>;

/** What followed the name of the command. */
export interface CommandArguments {
  readonly positionals: readonly string[];
  /** Every flag that was given, by its long name. */
  readonly given: ReadonlySet<string>;
  /** The values of the flags that take one. */
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Every value of a flag that may be given several times, in their order. */
  readonly every: Readonly<Record<string, readonly string[] | undefined>>;
  /** Aborts on the first Ctrl-C. */
  readonly interrupted: AbortSignal;
  /** For a command that goes on after Ctrl-C. */
  takeInterrupts(handler: InterruptHandler): TakenInterrupts;
}

/** One command of a program: its name, its flags, and what it does. */
export interface Command {
  readonly name: string;
  /** The arguments as the help shows them, such as `NAME [JSON | -]`. */
  readonly usage: string;
  readonly summary: string;
  /** More text for its own help page. */
  readonly details?: string;
  readonly flags: Flags;
  /** How many arguments it takes: minimum and maximum. */
  readonly takes: readonly [least: number, most: number];
  /** It ends itself after an interrupt; any other command is abandoned. */
  readonly endsWhenInterrupted?: true;
  /** The heading under which the help of the program lists it; those without one come first. */
  readonly group?: string;
  /** For programs, not people: no help page lists it. */
  readonly hidden?: true;
  /** Resolves with the exit code. */
  run(args: CommandArguments, terminal: Terminal): Promise<number>;
}

/** What the shell receives. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** Wrong usage is for the caller to fix; everything else is not. */
export const exitCodeOf: Readonly<Record<Outcome["status"], number>> = {
  ok: exitCodes.ok,
  tool_error: exitCodes.failed,
  invalid_input: exitCodes.usage,
  invalid_output: exitCodes.failed,
  unknown_tool: exitCodes.usage,
  hidden: exitCodes.failed,
  denied: exitCodes.failed,
  needs_approval: exitCodes.failed,
  needs_input: exitCodes.failed,
  cancelled: exitCodes.interrupted,
  timed_out: exitCodes.failed,
  stalled: exitCodes.failed,
  crashed: exitCodes.failed,
};

const marker: unique symbol = Symbol("usage error");

/** A mistake of the person who typed the command or wrote the file it names: reported without a stack, exit code 2. */
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

export interface UnknownTool {
  readonly name: string;
  readonly known: readonly string[];
  /** Why it does not exist, if known. */
  readonly why: string | undefined;
  /** The command that lists the tools. */
  readonly list: string;
}

export function describeUnknownTool({ name, known, why, list }: UnknownTool): string {
  const problem = `There is no tool ${JSON.stringify(name)}.${didYouMean(name, known)}`;
  return [problem, ...(why === undefined ? [] : [why]), `See: ${list}`].join("\n");
}
