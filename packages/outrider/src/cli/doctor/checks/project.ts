import type { Check } from "../check.ts";

export const project: Check = {
  what: "project",
  async run({ root, place }) {
    if (root !== undefined) return { level: "ok", detail: root };
    return {
      level: "warning",
      detail: `${place.cwd} is a home directory or a whole disk, so the server starts without a project`,
      next: "Go into a directory with code, or name one with --project DIR.",
    };
  },
};
