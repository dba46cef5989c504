// Stands before a language server and keeps count of the documents that are open in it: node counting-server.mjs COUNTS PROGRAM ARGS…
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

const [counts, program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ["pipe", "inherit", "inherit"], windowsHide: true });
const marks = { opened: '"method":"textDocument/didOpen"', closed: '"method":"textDocument/didClose"' };
const seen = { opened: 0, closed: 0 };
const longest = Math.max(...Object.values(marks).map((mark) => mark.length)) - 1;
let rest = "";

process.stdin.on("data", (chunk) => {
  // A mark may come in two pieces; its beginning alone is never counted twice.
  const text = rest + chunk.toString("latin1");
  const before = { ...seen };
  for (const [name, mark] of Object.entries(marks)) {
    const kept = rest.split(mark).length - 1;
    seen[name] += text.split(mark).length - 1 - kept;
  }
  rest = text.slice(-longest);
  if (before.opened !== seen.opened || before.closed !== seen.closed) writeFileSync(counts, JSON.stringify(seen));
  child.stdin.write(chunk);
});
process.stdin.on("end", () => child.stdin.end());
child.stdin.on("error", () => {});
child.on("exit", (code) => process.exit(code ?? 1));
