#!/usr/bin/env node
import { Console } from "node:console";
import { fileURLToPath } from "node:url";

// Without a listener, this signal makes Node open a debugger, over which any process of the machine could steer this one.
process.on("SIGUSR1", () => {});

const packageRoot = fileURLToPath(new URL("..", import.meta.url));
// Stdout is for answers: what a tool logs must not mix with them.
globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
const { runToolwright } = await import("../dist/program/run-toolwright.js");
const code = await runToolwright({ packageRoot, argv: process.argv.slice(2) });
// One more Ctrl-C must not cut short what is removed at the exit.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
// Everything is written by now; a handler that ignores its signal must not keep the process.
process.exit(code);
