import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Check } from "../check.ts";

export const temporary: Check = {
  what: "temporary files",
  async run() {
    try {
      return await withTemporaryFolder(async (folder) => {
        const file = join(folder, "written");
        await writeFile(file, "yes");
        await readFile(file, "utf8");
        return { level: "ok", detail: tmpdir() };
      });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return {
        level: "problem",
        detail: why,
        next: "Set TMPDIR (TEMP on Windows) to a directory that can be written.",
      };
    }
  },
};

/** A folder that goes when `use` has ended. */
async function withTemporaryFolder<Value>(use: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = await mkdtemp(join(tmpdir(), "outrider-doctor-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
