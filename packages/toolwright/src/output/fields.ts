import * as z from "zod";

/** The input fields that `createOutputGuard` reads, to spread into a tool's `z.strictObject`. */
export const outputFields = {
  detail_level: z.enum(["compact", "full"]).optional().describe("full: page by page with bodies; default compact"),
  offset: z.int().min(0).optional().describe("Items to skip, from next_offset; default 0"),
  limit: z.int().min(1).max(1000).optional().describe("Items at most; default 200 compact, 50 full"),
};

/** The wire shape of `Overflow`, for a tool's output schema. */
export const overflowSchema = z.strictObject({
  shown: z.int().min(0).describe("Items in this answer"),
  total: z.int().min(0).describe("Items in all, exact"),
  hint: z.string().describe("How to see the rest"),
  next_offset: z.int().min(0).optional().describe("Offset of the next page"),
  by_file: z
    .array(z.strictObject({ file: z.string().describe("Path"), count: z.int().min(1).describe("Items in it") }))
    .optional()
    .describe("Items per file, most first"),
  other_files: z.int().min(1).optional().describe("Files without a row"),
  other_items: z.int().min(1).optional().describe("Items in those files"),
});
