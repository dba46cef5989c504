import { go } from "./go.ts";
import { mixed } from "./mixed.ts";
import type { Project } from "./project.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";
import { typescript } from "./typescript.ts";

export type OwnProject = "typescript" | "python" | "go" | "rust" | "mixed";
/** Real code; which, the command line may say. */
export type RealProject = "real-typescript" | "real-javascript" | "real-python";
export type ProjectName = OwnProject | RealProject;

export const ownProjects: Readonly<Record<OwnProject, Project>> = { typescript, python, go, rust, mixed };

/** Below node_modules, where `npm ci` has put them in the version of the lock file. */
export const realProjects: Readonly<Record<RealProject, string>> = {
  "real-typescript": "zod/src",
  "real-javascript": "semver",
  "real-python": "pyright/dist/typeshed-fallback/stdlib",
};
