import * as z from "zod";

/** In the input of every tool that looks at a project: which one, where a session works on several. */
export const projectField = {
  project: z.string().optional().describe("Default: active"),
};
