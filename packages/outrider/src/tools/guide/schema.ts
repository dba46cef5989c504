import * as z from "zod";

export const input = z.strictObject({
  topic: z.string().optional().describe("Tool or topic; none lists them"),
});

export type Input = z.infer<typeof input>;
