import * as z from "zod";
import type { Overflow, NextCall } from "toolwright";
import { visibleLine } from "../workspace/text/visible-text.ts";

/** Input field of every tool that works on a project: which one, if a session has several. */
export const projectField = {
  project: z.string().optional().describe("Default: active"),
};

/** An integer whose bounds are checked here and explained in words: in the schema they would cost tokens on every turn. */
export function wholeNumber(least: number, most: number): z.ZodNumber {
  return z
    .number()
    .refine(
      (value) => Number.isInteger(value) && value >= least && value <= most,
      `expected a whole number from ${least} to ${most}`,
    );
}

/** Which part of a long list to show. */
export const pageFields = {
  offset: wholeNumber(0, 1e9).optional().describe("Skip"),
  limit: wholeNumber(1, 1000).optional().describe("At most"),
};

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
