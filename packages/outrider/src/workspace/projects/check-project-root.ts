import { join } from "node:path";
import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import { type ExposureJudge } from "../paths/exposure.ts";
import { comparable } from "../paths/name-patterns.ts";
import { describeTooWide } from "../paths/too-wide.ts";

/** What must never be opened as a project: whole disks and homes, internals of git and Outrider, credentials. */
export function checkProjectRoot(root: string, exposure: Pick<ExposureJudge, "judge">): void {
  const tooWide = describeTooWide(root);
  if (tooWide !== undefined) {
    throw refuse(
      "root_too_wide",
      root,
      `is ${tooWide}: everything in it would be open to the agent. Choose a directory with code`,
    );
  }
  const names = comparable(root).split("/");
  if (names.includes(".git") || names.includes(".outrider")) {
    throw refuse("protected_path", root, "belongs to git or to Outrider and is no project");
  }
  if (exposure.judge(join(root, "x")) === "denied") {
    throw refuse("denied_path", root, "is a place of credentials, or one that your settings deny, and no project");
  }
}

function refuse(code: string, root: string, why: string): ToolError {
  return new ToolError(code, `${showPath(root)} ${why}.`);
}
