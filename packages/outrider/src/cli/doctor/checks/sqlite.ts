import { join } from "node:path";
import { currentDriver, openDatabase } from "../../../sqlite/open-database.ts";
import type { Check } from "../check.ts";
import { withTemporaryFolder } from "../temporary-folder.ts";

export const sqlite: Check = {
  what: "SQLite",
  async run() {
    return await withTemporaryFolder(async (folder) => {
      const database = await openDatabase(join(folder, "doctor.db"));
      try {
        database.exec("CREATE TABLE words (word TEXT)");
        const [row] = database.all("SELECT sqlite_version() AS version");
        const driver = currentDriver() === "node" ? "of Node itself" : "as WebAssembly";
        return { level: "ok", detail: `${String(row?.["version"])}, ${driver}` };
      } finally {
        database.close();
      }
    });
  },
};
