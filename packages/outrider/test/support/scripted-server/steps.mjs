import { spawn } from "node:child_process";
import { closeSync } from "node:fs";

/** What keeps a grandchild alive: no signal that can be caught, no end of input; it leaves by itself after two minutes. */
const stubborn = `
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) process.on(signal, () => {});
  setTimeout(() => process.exit(0), 120_000);
`;

const eaten = [];

/** One step of a script. `at.request` is the message it answers, undefined at the start. */
export async function runStep(step, at) {
  const { request, send, write, record, ask } = at;
  if ("reply" in step) return send({ jsonrpc: "2.0", id: request?.id, result: step.reply });
  if ("echo" in step) return send({ jsonrpc: "2.0", id: request?.id, result: request?.params ?? null });
  if ("replyTo" in step) return send({ jsonrpc: "2.0", id: step.replyTo, result: step.value ?? null });
  if ("error" in step) return send({ jsonrpc: "2.0", id: request?.id, error: step.error });
  if ("message" in step) return send(step.message);
  if ("batch" in step) return send(step.batch);
  if ("big" in step) return send({ jsonrpc: "2.0", id: request?.id, result: "é".repeat(Math.ceil(step.big / 2)) });
  if ("places" in step) return send({ jsonrpc: "2.0", id: request?.id, result: at.documents.places(request.params) });
  if ("wait" in step) return at.wait(step.wait);
  if ("raw" in step) return write(Buffer.from(step.raw));
  if ("notify" in step) return notify(step, at);
  if ("ask" in step) return ask(step.ask, step.params);
  if ("exit" in step) return write(Buffer.alloc(0), () => process.exit(step.exit));
  if ("crash" in step) return write(Buffer.alloc(0), () => process.kill(process.pid, "SIGKILL"));
  if ("stopReading" in step) return stayWithout(() => process.stdin.pause());
  if ("closeInput" in step) return stayWithout(() => closeInput());
  if ("closeOutput" in step) return stayWithout(() => closeSync(1));
  if ("stderr" in step) return void process.stderr.write(step.stderr);
  if ("spin" in step) return spin(step.spin);
  if ("eat" in step) return eat(step.eat, record);
  if ("grandchild" in step) return startGrandchild(step.grandchild, record);
  throw new Error(`Unknown step ${JSON.stringify(step)}`);
}

/** `perSecond` without `times` has no end, and the steps behind it are run at once. */
async function notify({ notify: method, params, times = 1, perSecond }, { send }) {
  if (perSecond === undefined) {
    for (let sent = 0; sent < times; sent++) {
      send({ jsonrpc: "2.0", method, params });
      if (sent % 500 === 499) await new Promise((next) => setImmediate(next));
    }
    return;
  }
  const everyMs = 20;
  setInterval(() => {
    for (let sent = 0; sent < (perSecond * everyMs) / 1000; sent++) send({ jsonrpc: "2.0", method, params });
  }, everyMs);
}

/** Without a timer Node would leave when nothing is read any more. */
function stayWithout(stop) {
  setInterval(() => {}, 60_000);
  stop();
}

/** Node and libuv leave the descriptors of stdio open when their streams are destroyed. */
function closeInput() {
  process.stdin.destroy();
  process.stdin.once("close", () => closeSync(0));
}

function spin(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

function eat(bytes, record) {
  const piece = 16 * 2 ** 20;
  for (let left = bytes; left > 0; left -= piece) eaten.push(Buffer.alloc(Math.min(piece, left), 1));
  record({ event: "eaten", bytes });
}

/** In a session of its own, so that the group of its parent does not hold it. */
function startGrandchild({ holdsOutput = false }, record) {
  const child = spawn(process.execPath, ["-e", stubborn], {
    detached: true,
    stdio: ["ignore", holdsOutput ? "inherit" : "ignore", "ignore"],
    windowsHide: true,
  });
  child.unref();
  record({ event: "grandchild", pid: child.pid });
}
