import { defineRule, type Finding } from "../rule.ts";
import type { Footprint } from "../seen.ts";

export const readOnlyChanged = defineRule({
  id: "A403",
  severity: "error",
  title: "A tool that says it only reads has changed something",
  why: "Clients call such tools without asking. A change that nobody approved breaks the one promise that approvals rest on.",
  fix: "Do not write, start or listen in such a tool, or say `readOnlyHint: false`. Mark a directory of your own for caches and logs as one: with a `CACHEDIR.TAG`, or a `.gitignore` whose only line is `*`.",
  measured:
    "Files of the working directory and listening sockets before and after a call. What comes with each of two calls and not in a pause between them is the tool's; all else is one finding of the server, at most a warning. A socket that only this machine reaches is a warning; hidden directories and log files are an info; a new directory that is marked as a cache is left out.",
  needs: ["footprints"],
  *find({ footprints }) {
    for (const footprint of footprints) {
      const { changedFiles, newListeners } = footprint;
      const seen = changedFiles.filter((path) => !isAside(path));
      if (seen.length > 0) yield describeChange(footprint, "files", `changed ${list(seen)}`);
      else if (changedFiles.length > 0) {
        const found = describeChange(footprint, "cache", `wrote to ${list(changedFiles)}`);
        yield { ...found, severity: "info", cause: "cache" };
      }
      if (newListeners.length > 0) {
        const isLocal = newListeners.every((address) => /^(?:127\.|\[?::1\]?:|localhost)/.test(address));
        const found = describeChange(footprint, "listeners", `opened ${list(newListeners)}`);
        yield isLocal ? { ...found, severity: "warning" } : found;
      }
    }
  },
});

/** What is no part of a user's project. */
function isAside(path: string): boolean {
  if (/\.log(?:\.\d+)?$/.test(path)) return true;
  return path.split(/[\\/]/).some((part) => part.startsWith(".") || part === "node_modules" || part === "__pycache__");
}

function list(names: readonly string[]): string {
  return names.slice(0, 5).join(", ");
}

function describeChange(footprint: Footprint, at: string, what: string): Finding {
  const { tool, input, changedFiles, newListeners } = footprint;
  const received = [...changedFiles, ...newListeners];
  if (tool === undefined) {
    const message = `The server ${what} while tools were called that say that they only read. No tool did so at each of its calls.`;
    return { at, message, severity: "warning", evidence: { received } };
  }
  return {
    tool,
    at,
    message: `${tool} says that it only reads, but each call ${what}.`,
    evidence: { sent: input, received },
  };
}
