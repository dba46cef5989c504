import { createProcessRunner } from "toolwright/process";
import { onTestFinished } from "vitest";
import { createFileTable, type FileTable } from "../../src/workspace/freshness/file-table.ts";
import { createExposureJudge } from "../../src/workspace/paths/exposure.ts";
import { createWalker } from "../../src/workspace/walk/create-walker.ts";

/** A directory as a walk begins with it. */
export function walkedDirectory(real: string) {
  return { shown: ".", real, kind: "directory", area: "project", masked: false, intent: "list" } as const;
}

/** The files of a directory, listed by a real walk. To be asked for within a test. */
export function openTable(root: string, now = Date.now): FileTable {
  const runner = createProcessRunner();
  onTestFinished(async () => void (await runner.close()));
  const walk = createWalker({ root, exposure: createExposureJudge(), exclude: [], processes: runner.openScope() });
  return createFileTable({ directory: root, list: (signal) => walk(walkedDirectory(root), { signal }), now });
}
