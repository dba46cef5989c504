import * as z from "zod";
import type { Overflow, NextCall } from "toolwright";
import { visibleLine } from "../workspace/text/visible-text.ts";

/** Input field of every tool that works on a project: which one, if a session has several. */
export const projectField = {
  project: z.string().optional().describe("Default: active"),
};

/** An integer whose bounds are checked here and told in words: as numbers in the schema they would cost 255 tokens on every turn. */
export function wholeNumber(least: number, most: number): z.ZodNumber {
  return z
    .number()
    .refine(
      (value) => Number.isInteger(value) && value >= least && value <= most,
      `expected a whole number from ${least} to ${most}`,
    )
    .meta({ type: "integer" });
}

/** Which part of a long list to show. */
export const pageFields = {
  offset: wholeNumber(0, 1e9).optional().describe("Skip"),
  limit: wholeNumber(1, 1000).optional().describe("At most"),
};

/** Whether tests count, in the same words for every tool. */
export function testsField(what: string): { readonly tests: z.ZodOptional<z.ZodEnum<{ only: "only"; none: "none" }>> } {
  return { tests: z.enum(["only", "none"]).optional().describe(`Only ${what} in tests, or none of them`) };
}

/** What a page leaves out of a list: undefined if it shows everything. */
export function overflowOf(total: number, shown: number, offset: number, hint: string): { overflow?: Overflow } {
  if (shown === total || total === 0) return {};
  if (shown === 0) return { overflow: { shown, total, hint: `Offset ${offset} is past the end: there are ${total}.` } };
  const end = offset + shown;
  return { overflow: { shown, total, hint, ...(end < total ? { next_offset: end } : {}) } };
}

/** The call that an error proposes; none if a name in it contains hidden characters, as the call would show it. */
export function nextCall(tool: string, input: Readonly<Record<string, unknown>>): { next?: NextCall } {
  const isPlain = Object.values(input).every((value) => typeof value !== "string" || visibleLine(value) === value);
  return isPlain ? { next: { tool, input } } : {};
}

/** While files are read for the first time. */
export const partialField = {
  partial: z
    .strictObject({ done: z.int(), total: z.int() })
    .optional()
    .describe("Files read, while not all are: the answer is incomplete"),
};

/** As `describeLate` tells it. */
export const lateField = {
  late: z
    .strictObject({ done: z.int(), total: z.int(), words: z.int() })
    .optional()
    .describe(
      "Files with the name that were read in time, and how often it stands in the others: the answer is incomplete",
    ),
};

/** Levels of a graph that are not there as a whole. */
export const notFollowedField = {
  not_followed: z
    .array(z.strictObject({ level: z.int(), functions: z.int(), of: z.int(), why: z.enum(["many", "slow"]) }))
    .describe("How many of a level were not followed further, of how many: the levels below have less then"),
};

/** What was not followed, in a line for each level. */
export function showNotFollowed(
  levels: z.infer<(typeof notFollowedField)["not_followed"]>,
  what: "functions" | "types",
): string[] {
  return levels.map(({ level, functions, of, why }) =>
    why === "many"
      ? `[${of} ${what} of level ${level} were not followed further: too many. Ask for one of them.]`
      : `[Level ${level + 1} is incomplete: ${functions} of ${of} ${what} of level ${level} were not fully followed for lack of time. Ask for one of them.]`,
  );
}
