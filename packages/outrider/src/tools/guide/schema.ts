import * as z from "zod";

export const input = z.strictObject({
  topic: z.string().optional().describe("Topic or question; none lists topics"),
});

export type Input = z.infer<typeof input>;
