import { defineRule } from "../rule.ts";
import type { Ending } from "../seen.ts";

export const processesLeft = defineRule({
  id: "R503",
  severity: "error",
  title: "The server does not end, or leaves processes behind",
  why: "Every session leaves another server on the user's machine, with its memory and its ports, until somebody notices.",
  fix: "Exit when stdin closes and on SIGTERM, and end what was started; what outlives a SIGKILL needs a parent that it watches.",
  measured:
    "A server is ended by closing stdin, by SIGTERM and by SIGKILL. Whatever is still there after 10 s is reported. It is an error if neither of the first two helps: a client tries one after the other. What only the closing leaves is a warning, and what only a signal leaves an info: clients close stdin first, and no server can act on SIGKILL.",
  needs: ["endings"],
  *find({ endings }) {
    const polite = endings.filter(({ by }) => by === "stdin closed" || by === "SIGTERM");
    const isStubborn = polite.length > 1 && polite.every(isLeft);
    for (const ending of endings.filter(isLeft)) {
      const { by, exitedAfterMs, waitedMs, processesLeft } = ending;
      const severity = by === "SIGKILL" ? "info" : isStubborn ? "error" : by === "SIGTERM" ? "info" : "warning";
      const isRunning = exitedAfterMs === undefined;
      yield {
        at: `${by}: ${isRunning ? "running" : "processes"}`,
        severity,
        message: `${isRunning ? "The server still ran" : countProcesses(processesLeft)} ${Math.round(waitedMs)} ms after ${describeEnd(by)}.`,
      };
    }
  },
});

function isLeft({ exitedAfterMs, processesLeft }: Ending): boolean {
  return exitedAfterMs === undefined || processesLeft > 0;
}

function countProcesses(count: number): string {
  return count === 1
    ? "1 process that it started was still there"
    : `${count} processes that it started were still there`;
}

function describeEnd(by: string): string {
  return by === "stdin closed" ? "its input was closed" : by;
}
