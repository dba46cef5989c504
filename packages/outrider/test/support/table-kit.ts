import { createProcessRunner } from "toolwright/process";
import { onTestFinished } from "vitest";
import { createFileTable, type FileTable } from "../../src/workspace/freshness/file-table.ts";
import { createExposureJudge } from "../../src/workspace/paths/exposure.ts";
import { createWalker } from "../../src/workspace/walk/create-walker.ts";

/** The files of a directory, listed by a real walk. To be asked for within a test. */
export function openTable(root: string, now = Date.now): FileTable {
  const runner = createProcessRunner();
  onTestFinished(async () => void (await runner.close()));
  const walk = createWalker({ root, exposure: createExposureJudge(), exclude: [], processes: runner.openScope() });
  const directory = {
    shown: ".",
    real: root,
    kind: "directory",
    area: "project",
    masked: false,
    intent: "list",
  } as const;
  return createFileTable({ directory: root, list: (signal) => walk(directory, { signal }), now });
}
