import { defineRule, type Finding } from "../rule.ts";

export const readOnlyChanged = defineRule({
  id: "A403",
  severity: "error",
  title: "A tool that says it only reads has changed something",
  why: "Clients call such tools without asking. A change that nobody approved breaks the one promise that approvals rest on.",
  fix: "Do not write, start or listen in such a tool, or say `readOnlyHint: false`.",
  measured:
    "Files of the working directory and listening sockets before and after a call. A socket that only this machine reaches is a warning; caches in hidden directories and log files are an info.",
  needs: ["footprints"],
  *find({ footprints }) {
    for (const { tool, input, changedFiles, newListeners } of footprints) {
      const seen = changedFiles.filter((path) => !isAside(path));
      const evidence = { sent: input, received: [...changedFiles, ...newListeners] };
      if (seen.length > 0) yield describeChange(tool, "files", `changed ${seen.slice(0, 5).join(", ")}`, evidence);
      else if (changedFiles.length > 0) {
        const what = `wrote to ${changedFiles.slice(0, 3).join(", ")}`;
        yield { ...describeChange(tool, "cache", what, evidence), severity: "info" };
      }
      if (newListeners.length > 0) {
        const isLocal = newListeners.every((address) => /^(?:127\.|\[?::1\]?:|localhost)/.test(address));
        yield {
          ...describeChange(tool, "listeners", `opened ${newListeners.slice(0, 3).join(", ")}`, evidence),
          ...(isLocal ? { severity: "warning" as const } : {}),
        };
      }
    }
  },
});

/** What is no part of a user's project. */
function isAside(path: string): boolean {
  if (/\.log(?:\.\d+)?$/.test(path)) return true;
  return path.split(/[\\/]/).some((part) => part.startsWith(".") || part === "node_modules" || part === "__pycache__");
}

function describeChange(tool: string, at: string, what: string, evidence: Finding["evidence"]): Finding {
  return {
    tool,
    at,
    message: `${tool} says that it only reads, but ${what}.`,
    ...(evidence === undefined ? {} : { evidence }),
  };
}
