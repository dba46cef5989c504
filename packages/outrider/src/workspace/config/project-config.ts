import * as z from "zod";
import { globExpression } from "../walk/glob-expression.ts";

/** One that ripgrep could not read would end every search. */
function isGlob(glob: string): boolean {
  try {
    globExpression(glob);
    return glob !== "";
  } catch {
    return false;
  }
}

/** `.outrider/project.toml`: what a repository may say about itself. Nothing in it can loosen a rule. */
export const projectConfigSchema = z.strictObject({
  project: z
    .strictObject({
      // A name that looks like a path could stand in the way of that path.
      name: z
        .string()
        .regex(/^[^/\\\p{Cc}]{1,80}$/u, "expected up to 80 characters without slashes")
        .optional(),
    })
    .default({}),
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
      exclude: z
        .array(z.string().refine(isGlob, "expected a glob such as gen/**, brackets and braces closed"))
        .max(200)
        .default([]),
    })
    .default({ exclude: [] }),
});

export type ProjectConfig = z.infer<typeof projectConfigSchema>;
