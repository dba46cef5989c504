import * as z from "zod";
import type { Overflow, NextCall } from "toolwright";
import { visibleLine } from "../workspace/text/visible-text.ts";

/** In the input of every tool that looks at a project: which one, where a session works on several. */
export const projectField = {
  project: z.string().optional().describe("Default: active"),
};

/** A whole number whose bounds are checked and told in words: in the schema they would cost tokens in every turn. */
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

/** What a page leaves out of a list: nothing when it shows all of it. */
export function overflowOf(total: number, shown: number, offset: number, hint: string): { overflow?: Overflow } {
  if (shown === total || total === 0) return {};
  if (shown === 0) return { overflow: { shown, total, hint: `Offset ${offset} is past the end: there are ${total}.` } };
  const end = offset + shown;
  return { overflow: { shown, total, hint, ...(end < total ? { next_offset: end } : {}) } };
}

/** What an error proposes to do; nothing where a name in it hides something, as the call would show it. */
export function nextCall(tool: string, input: Readonly<Record<string, unknown>>): { next?: NextCall } {
  const isPlain = Object.values(input).every((value) => typeof value !== "string" || visibleLine(value) === value);
  return isPlain ? { next: { tool, input } } : {};
}
