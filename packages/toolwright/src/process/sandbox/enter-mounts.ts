import { readlinkSync, rmSync, symlinkSync } from "node:fs";
import type { SandboxPolicy } from "../../tool/process-contract.ts";
import { kindOf, type Mount, planMounts } from "./mounts.ts";
import { holdPlaceholders } from "./placeholders.ts";

/** Makes the file system ready for a sandbox; `leave` undoes it. */
export function enterMounts(policy: SandboxPolicy): { readonly mounts: readonly Mount[]; leave(): void } {
  const { mounts, links } = planMounts(policy);
  const undo: (() => void)[] = [];
  try {
    undo.push(holdPlaceholders(mounts.flatMap(({ kind, path }) => (kind === "absent" ? [path] : []))));
    for (const { path } of links) undo.push(watchLink(path));
  } catch (error) {
    for (const each of undo) each();
    throw error;
  }
  let left = false;
  return {
    mounts,
    leave() {
      if (left) return;
      left = true;
      for (const each of undo) each();
    },
  };
}

/** A link cannot be mounted over. If it was replaced, it is put back. */
function watchLink(path: string): () => void {
  const target = readlinkSync(path);
  return () => {
    if (kindOf(path) === "link" && readlinkSync(path) === target) return;
    rmSync(path, { recursive: true, force: true });
    symlinkSync(target, path);
  };
}
