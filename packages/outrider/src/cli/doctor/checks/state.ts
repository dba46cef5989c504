import { constants } from "node:fs";
import { access, lstat, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openStateDirectory } from "../../../workspace/projects/open-state-directory.ts";
import type { Check } from "../check.ts";

const elsewhere = "Start the server with --state-dir DIR to keep its state elsewhere.";

/** Looks only: a directory that is not there yet is made when it is first used. */
export const state: Check = {
  what: "state directory",
  async run({ root }) {
    if (root === undefined) return { level: "info", detail: "none without a project" };
    const folder = openStateDirectory({ root, stateDir: undefined, readOnly: false }).root;
    const found = await lstat(folder).catch(() => undefined);
    if (found !== undefined && !found.isDirectory()) {
      return { level: "problem", detail: `${folder} is a file or a link`, next: `Remove it. ${elsewhere}` };
    }
    const isWritable = await access(found === undefined ? dirname(folder) : folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    if (!isWritable) return { level: "problem", detail: `${folder} cannot be written`, next: elsewhere };
    if (found === undefined) return { level: "ok", detail: `${folder} (made when first used)` };
    const rules = await readFile(join(folder, ".gitignore"), "utf8").catch(() => "");
    if (rules.split("\n").some((line) => line.trim() === "*")) return { level: "ok", detail: folder };
    return {
      level: "warning",
      detail: `${folder} is not ignored by git`,
      next: `Remove ${join(folder, ".gitignore")}, if there is one; it is written anew.`,
    };
  },
};
