import * as z from "zod";

/** `.outrider/project.toml`: what a repository may say about itself. Nothing in it can loosen a rule. */
export const projectConfigSchema = z.strictObject({
  project: z.strictObject({ name: z.string().min(1).max(80).optional() }).default({}),
  /** Shown to agents by `workspace status` and `onboarding`; never run by Outrider itself. */
  commands: z
    .strictObject({
      build: z.string().min(1).optional(),
      test: z.string().min(1).optional(),
      lint: z.string().min(1).optional(),
      run: z.string().min(1).optional(),
    })
    .default({}),
  walk: z
    .strictObject({
      /** Globs of what searches, trees and indexes leave out beside what git ignores. */
      exclude: z.array(z.string().min(1)).max(200).default([]),
    })
    .default({ exclude: [] }),
});

export type ProjectConfig = z.infer<typeof projectConfigSchema>;
