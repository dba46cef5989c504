import { isToolError } from "toolwright";
import type { Check } from "../check.ts";

export const git: Check = {
  what: "git",
  async run({ scope }) {
    try {
      const { stdout } = await scope.exec("git", ["--version"]);
      return { level: "ok", detail: stdout.text.trim().replace(/^git version /, "") };
    } catch (error) {
      if (!isToolError(error) || error.code !== "command_not_found") throw error;
      return {
        level: "warning",
        detail: "not found",
        next: "Install git to see branches and history; files work without it.",
      };
    }
  },
};
