import { parentPort, workerData } from "node:worker_threads";
import type { FromThread, Operation, ScriptEnd, Segment, ThreadStart, ToThread } from "./messages.ts";
import { openSandbox } from "./sandbox.ts";

const keptName = /^[A-Za-z_$][\w$]{0,63}$/;

// oxlint-disable-next-line typescript/consistent-type-assertions -- what `openThread` has started this thread with
const start = workerData as ThreadStart;
const port = parentPort;
if (port === null) throw new Error("script-worker runs as a thread only");

const { limits } = start;
const now = performance.now.bind(performance);
let slept = 0;
// The sandbox takes its time from here: it stands still while a script runs, so that the same answers make the same script.
Date.now = () => start.startedAt + slept;
performance.now = () => slept;

let asked: Operation[] = [];
let operations = 0;
let unanswered = 0;
let exchanged = 0;
const printed: Segment[] = [];
let printedLength = 0;
let unprinted = 0;
const kept = new Map<string, string>();

const sandbox = await openSandbox(start, {
  now,
  ask(kind, name, input) {
    if (operations >= limits.calls)
      return `A script may make ${limits.calls} calls; split the work over several scripts.`;
    exchanged += input.length;
    if (exchanged > limits.exchangedBytes) return tooMuchExchanged();
    unanswered += 1;
    asked.push({ op: operations, kind, name, input });
    operations += 1;
    return operations - 1;
  },
  print: (text) => add(text, text.length + 1),
  printAnswer: (tool, json) => add({ tool, json }, json.length),
  keep(name, json) {
    if (!keptName.test(name) || name === "__proto__")
      return `keep: the name ${JSON.stringify(name.slice(0, 80))} must be an identifier.`;
    kept.set(name, json);
    if (kept.size > limits.keptValues) return `keep: at most ${limits.keptValues} values are kept.`;
    const bytes = [...kept.values()].reduce((sum, value) => sum + value.length, 0);
    return bytes > limits.keptBytes ? `keep: at most ${limits.keptBytes} bytes of JSON are kept.` : undefined;
  },
});

port.on("message", (message: ToThread) => {
  if (message.kind === "stop") return finish({ kind: "stopped", why: "deadline" });
  slept += message.answer.sleptMs;
  unanswered -= 1;
  exchanged += message.answer.json.length;
  report(sandbox.settle(message.answer));
});
report(sandbox.begin());

function add(segment: Segment, length: number): void {
  if (printedLength + length > limits.outputBytes) {
    unprinted += 1;
    return;
  }
  printedLength += length;
  const last = printed.at(-1);
  if (typeof segment === "string" && typeof last === "string") printed[printed.length - 1] = `${last}\n${segment}`;
  else printed.push(segment);
}

function report(end: ScriptEnd | undefined): void {
  if (end !== undefined) return finish(end);
  if (unanswered === 0) return finish({ kind: "stopped", why: "never_settles" });
  send({ kind: "idle", asked });
  asked = [];
}

function finish(end: ScriptEnd): void {
  const bounded =
    end.kind === "returned" && (end.json?.length ?? 0) > limits.outputBytes ? tooLong(end.json ?? "") : end;
  send({
    kind: "end",
    asked,
    kept: [...kept].map(([name, json]) => ({ name, json })),
    printed,
    unprinted,
    end: bounded,
  });
  port?.close();
}

function tooLong(json: string): ScriptEnd {
  const message = `The returned value has ${json.length} characters as JSON; at most ${limits.outputBytes}. Return less.`;
  return { kind: "threw", error: { name: "RangeError", message } };
}

function tooMuchExchanged(): string {
  return `The inputs and answers of this script have more than ${limits.exchangedBytes} bytes together; ask for less at once.`;
}

function send(message: FromThread): void {
  port?.postMessage(message);
}
