import { defineRule } from "../rule.ts";

export const processesLeft = defineRule({
  id: "R503",
  severity: "error",
  title: "The server does not end, or leaves processes behind",
  why: "Every session leaves another server on the user's machine, with its memory and its ports, until somebody notices.",
  fix: "Exit when stdin closes and on SIGTERM, and end what was started; what outlives a SIGKILL needs a parent that it watches.",
  measured:
    "A server is ended by closing stdin, by SIGTERM and by SIGKILL. What is still there after some seconds is found. A server that ends only at a signal, and processes that outlive a SIGKILL of their server, weigh less: a client sends the signal next, and no server can act on its own SIGKILL.",
  needs: ["endings"],
  *find({ endings }) {
    for (const { by, exitedAfterMs, waitedMs, processesLeft } of endings) {
      if (exitedAfterMs === undefined) {
        const message = `The server still ran ${Math.round(waitedMs)} ms after ${describeEnd(by)}.`;
        // Clients send a signal next, so that closing alone leaves nothing behind for long.
        yield { at: `${by}: running`, ...(by === "stdin closed" ? { severity: "warning" as const } : {}), message };
      } else if (processesLeft > 0) {
        const count =
          processesLeft === 1 ? "1 process that it started was" : `${processesLeft} processes that it started were`;
        yield {
          at: `${by}: processes`,
          ...(by === "SIGKILL" ? { severity: "info" as const } : {}),
          message: `${count} still there ${Math.round(waitedMs)} ms after ${describeEnd(by)}.`,
        };
      }
    }
  },
});

function describeEnd(by: string): string {
  return by === "stdin closed" ? "its input was closed" : by;
}
