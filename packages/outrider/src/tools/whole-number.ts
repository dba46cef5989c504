import * as z from "zod";

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
