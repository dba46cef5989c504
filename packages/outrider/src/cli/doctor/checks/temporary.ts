import { readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Check } from "../check.ts";
import { withTemporaryFolder } from "../temporary-folder.ts";

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
