import type { Command } from "./command.ts";
import type { Host } from "./host.ts";

/** `script` runs a file of JavaScript in which every tool is a function. */
export function createScriptCommand(host: Host): Command {
  return {
    name: "script",
    usage: "FILE | -",
    summary: "Run a script that calls tools as functions; - reads it from stdin",
    details: [
      "The file is the body of an async function: await tools.NAME({...}), print(...), return. It runs in a sandbox.",
      "What it prints and returns goes to stdout. A person is asked about each call that needs it.",
    ].join("\n"),
    flags: {
      ...host.flags,
      json: { type: "boolean", summary: "Print the whole outcome as one line of JSON, failures too" },
      yes: { type: "boolean", short: "y", summary: "Approve every call without asking" },
    },
    takes: [1, 1],
    endsWhenInterrupted: true,
    async run(args, terminal) {
      // Loaded lazily: no other command needs a kernel of its own.
      const { runScriptFile } = await import("./run-script-file.ts");
      return await runScriptFile(host, args, terminal);
    },
  };
}
