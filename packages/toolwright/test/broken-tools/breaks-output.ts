import * as z from "zod";
import { defineBroken } from "./define-broken.ts";

/** Promises a count and returns a negative one. */
export const breaksOutput = defineBroken("breaks_output", ({ text }) => ({ count: -text.length }), {
  output: z.strictObject({ count: z.int().min(0).describe("How many") }),
});
