// A language server that does what a JSON file says, faults included: node server.mjs SCRIPT.json LOG
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { createDocuments } from "./documents.mjs";
import { createFrameReader, frame } from "./frames.mjs";
import { runStep } from "./steps.mjs";

const [scriptFile, logFile] = process.argv.slice(2);
const script = scriptOfThisRun();
const documents = createDocuments();
const asked = new Map();
const cancels = new Map();
const turns = new Map();

record({ event: "started", pid: process.pid, cwd: process.cwd() });
for (const signal of script.ignoreSignals ?? []) process.on(signal, () => record({ event: "signal", signal }));
// Whatever a test forgets, no server stays for good.
setTimeout(() => process.exit(99), script.lifeMs ?? 180_000).unref();
if (script.ignoreEnd) setInterval(() => {}, 60_000);
process.stdout.on("error", () => {});
process.stdin.on("error", () => {});
process.stdin.on("end", () => {
  record({ event: "end" });
  if (!script.ignoreEnd) process.exit(0);
});

await runSteps(script.atStart ?? [], undefined);
process.stdin.on("data", createFrameReader(take));

/** Restarts get the next run; the last one is used for all that follow. */
function scriptOfThisRun() {
  const { runs } = JSON.parse(readFileSync(scriptFile, "utf8"));
  const earlier = existsSync(logFile) ? readFileSync(logFile, "utf8").split('"event":"started"').length - 1 : 0;
  return runs[Math.min(earlier, runs.length - 1)];
}

function record(entry) {
  appendFileSync(logFile, `${JSON.stringify(entry)}\n`);
}

function take(message) {
  if (script.record !== false) record({ message });
  if (message.method === undefined) return asked.get(message.id)?.(message);
  if (message.method === "$/cancelRequest") cancels.get(message.params.id)?.();
  if (message.id === undefined) documents.follow(message.method, message.params);
  const scripted = script.on?.[message.method];
  if (scripted !== undefined) return void runSteps(stepsNow(message.method, scripted), message);
  if (message.method === "exit") process.exit(script.exitCode ?? 0);
  if (message.id === undefined) return;
  void runSteps([usual(message.method)], message);
}

/** A list of lists is taken in turn, the last for ever. */
function stepsNow(method, scripted) {
  if (!Array.isArray(scripted[0])) return scripted;
  const turn = turns.get(method) ?? 0;
  turns.set(method, turn + 1);
  return scripted[Math.min(turn, scripted.length - 1)];
}

function usual(method) {
  if (method === "initialize")
    return {
      reply: {
        capabilities: script.capabilities ?? usualCapabilities(),
        serverInfo: script.serverInfo ?? { name: "scripted", version: "1.0" },
      },
    };
  if (method === "shutdown") return { reply: null };
  if (method === "textDocument/references") return { places: true };
  return { error: { code: -32601, message: `No method ${method}` } };
}

function usualCapabilities() {
  return { textDocumentSync: { openClose: true, change: 2 }, referencesProvider: true };
}

async function runSteps(steps, request) {
  const at = { request, send, write, record, ask, documents, wait: (ms) => waitFor(ms, request) };
  for (const step of steps) {
    if ((await runStep(step, at)) === "cancelled") {
      return send({ jsonrpc: "2.0", id: request.id, error: { code: -32800, message: "Cancelled" } });
    }
  }
}

/** A cancel ends the wait of its request unless the script says that cancels are ignored. */
function waitFor(ms, request) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle(undefined), ms);
    const settle = (outcome) => {
      clearTimeout(timer);
      cancels.delete(request?.id);
      resolve(outcome);
    };
    if (request?.id !== undefined && !script.ignoreCancel) cancels.set(request.id, () => settle("cancelled"));
  });
}

function ask(method, params) {
  const id = `server-${asked.size}`;
  send({ jsonrpc: "2.0", id, method, params });
  return new Promise((resolve) => {
    asked.set(id, ({ result, error }) => {
      record({ answer: { method, result, error } });
      resolve();
    });
  });
}

function send(message) {
  write(frame(message));
}

function write(bytes, done) {
  process.stdout.write(bytes, done);
}
