#!/usr/bin/env node
"use strict";
// CommonJS, by the package.json beside it: Node needs a quarter less time for it, which counts for commands that a shell calls often.
const { join } = require("node:path");

// Without a listener, this signal makes Node open a debugger, over which any process of the machine could steer this one.
process.on("SIGUSR1", () => {});

const packageRoot = join(__dirname, "..");
const argv = process.argv.slice(2);

// What only asks is answered by the process that has read the project already; what changes something runs here, where its person is.
const asking = new Set(["__names", "body", "callers", "calls", "changes", "defs", "grep", "impls", "outline", "refs"]);
void start();

async function start() {
  if (asking.has(argv[0])) {
    const { askCommand } = require("../dist/cli/ask-command.cjs");
    const code = await askCommand({ packageRoot, argv });
    if (code !== undefined) process.exit(code);
  }
  const { Console } = require("node:console");
  // Stdout is for answers and for the protocol: what anything logs must not mix with them.
  globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
  const { runOutrider } = await import("../dist/cli/run-outrider.js");
  // Everything is written by now; nothing that ignores its signal may keep the process.
  process.exit(await runOutrider({ packageRoot, argv }));
}
