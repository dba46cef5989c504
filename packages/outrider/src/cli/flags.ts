import type { CommandArguments, Flags } from "toolwright/cli";
import { usageError } from "toolwright/cli";
import { isProfile, profiles, type Profile } from "../workspace/config/profile.ts";

/** Heading of the commands for shells in the help of the program. */
export const shellGroup = "For shells, answers in lines; grep's exit codes:";

/** Flags of every command that opens a project. */
export const projectFlags: Flags = {
  project: {
    type: "string",
    value: "DIR",
    summary: "The project; the repository around the current directory unless told",
  },
  "state-dir": { type: "string", value: "DIR", summary: "Keep state there instead of in .outrider/ of the project" },
  "read-only": { type: "boolean", summary: "Change and run nothing" },
  profile: {
    type: "string",
    value: "NAME",
    summary: "full (default), code: what a coding client lacks, or script: one tool for programs",
  },
};

export interface ProjectChoice {
  readonly project: string | undefined;
  readonly stateDir: string | undefined;
  readonly readOnly: boolean;
  readonly profile: Profile | undefined;
}

export function readProjectFlags({ given, values }: Pick<CommandArguments, "given" | "values">): ProjectChoice {
  return {
    project: values["project"],
    stateDir: values["state-dir"],
    readOnly: given.has("read-only"),
    profile: readProfile(values["profile"]),
  };
}

export function readProfile(given: string | undefined): Profile | undefined {
  if (given === undefined || isProfile(given)) return given;
  throw usageError(`--profile ${given} is unknown; choose ${profiles.join(", ")}`);
}
