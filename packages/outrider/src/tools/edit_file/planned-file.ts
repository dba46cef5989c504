import type { Call } from "toolwright";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import type { Replacement, TextFile } from "../../workspace/text/text-file.ts";
import type { NumberedFile } from "./show-matches.ts";

/** Larger files are scanned several times without a pause. */
export const maxBytes = 8 * 1024 * 1024;

export interface ReplaceContext {
  readonly project: Project;
  /** Only a question about tests, and the check for new syntax errors, need the table of symbols. */
  symbols(): ProjectSymbols;
  readonly call: Pick<Call, "spawn" | "signal">;
  readonly hidesSecrets: boolean;
}

/** A file with what is to be replaced in it. */
export interface PlannedFile {
  readonly located: Located;
  readonly file: TextFile;
  readonly replacements: readonly Replacement[];
}

/** Matches are numbered through all files, from 1. */
export function numbered(files: readonly PlannedFile[]): readonly NumberedFile[] {
  let number = 0;
  return files.map(({ located, file, replacements }) => ({
    path: located.shown,
    text: file.text,
    matches: replacements.map((each) => ({ ...each, number: (number += 1) })),
  }));
}
