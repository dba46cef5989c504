#!/usr/bin/env node
import { Console } from "node:console";
import { fileURLToPath } from "node:url";
import { runToolwright } from "../dist/program/run-toolwright.js";

const packageRoot = fileURLToPath(new URL("..", import.meta.url));
// Stdout is for answers: what a tool logs must not mix with them.
globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
// Everything is written by now; a handler that ignores its signal must not keep the process.
process.exit(await runToolwright({ packageRoot, argv: process.argv.slice(2) }));
