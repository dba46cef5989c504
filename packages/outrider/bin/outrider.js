#!/usr/bin/env node
import { Console } from "node:console";
import { fileURLToPath } from "node:url";

// Without a listener, this signal makes Node open a debugger, over which any process of the machine could steer this one.
process.on("SIGUSR1", () => {});

const packageRoot = fileURLToPath(new URL("..", import.meta.url));
// Stdout is for answers and for the protocol: what anything logs must not mix with them.
globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
const { runOutrider } = await import("../dist/cli/run-outrider.js");
// Everything is written by now; nothing that ignores its signal may keep the process.
process.exit(await runOutrider({ packageRoot, argv: process.argv.slice(2) }));
