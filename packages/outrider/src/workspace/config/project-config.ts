import * as z from "zod";
import { globExpression } from "../walk/glob-expression.ts";

/** A glob that ripgrep cannot parse would make every search fail. */
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
      // A name that looks like a path could shadow that path.
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
      /** Globs that searches, trees and indexes exclude in addition to what git ignores. */
      exclude: z
        .array(z.string().refine(isGlob, "expected a glob such as gen/**, brackets and braces closed"))
        .max(200)
        .default([]),
    })
    .default({ exclude: [] }),
});

export type ProjectConfig = z.infer<typeof projectConfigSchema>;
