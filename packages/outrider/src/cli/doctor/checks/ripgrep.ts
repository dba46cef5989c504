import { findRipgrep } from "../../../workspace/walk/ripgrep.ts";
import type { Check } from "../check.ts";

export const ripgrep: Check = {
  what: "ripgrep",
  async run({ scope }) {
    const { stdout, exitCode } = await scope.exec(await findRipgrep(), ["--version"]);
    const [first = ""] = stdout.text.split("\n");
    if (exitCode === 0) return { level: "ok", detail: first.replace(/^ripgrep /, "") };
    return {
      level: "problem",
      detail: `it ends with code ${exitCode}`,
      next: "Install Outrider again: npm install --include=optional",
    };
  },
};
