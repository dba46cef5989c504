import { once } from "node:events";
import { Agent, request, type ClientRequest } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { report } from "./fixture-tools.ts";
import { messageOf, openSession, sendModern, sendRaw } from "./raw-http.ts";
import { summarize } from "./summarize.ts";

// Two hundred clients in a process of their own, so that what they cost is not counted as the server's.
const [, , url = "", token = ""] = process.argv;
const server = { url, token };
const sessionCount = 200;
const openingAtOnce = 4;

createInterface(process.stdin).on("line", (seconds) => void runRound(Number(seconds)));

/** Opens all sessions, lets them work for a while, ends them and tells how long fast calls took meanwhile. */
async function runRound(seconds: number): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const lag = monitorEventLoopDelay({ resolution: 5 });
  const fast: number[] = [];
  const modern: number[] = [];
  lag.enable();
  const sessions = await openAll(agent);
  report("opened", { sessions: sessions.length });
  const streams: ClientRequest[] = [];
  await inTurns(sessions, async (id) => void streams.push(await openStream(id)));
  const until = performance.now() + seconds * 1_000;
  await Promise.all([
    ...sessions.map(async (id, index) => await workSlowly(id, index, until, agent)),
    ...sessions.map(async (id) => await workFast(id, until, agent, fast)),
    ...Array.from({ length: 10 }, async () => await workModern(until, agent, modern)),
  ]);
  for (const stream of streams) stream.destroy();
  await inTurns(sessions, async (id) => {
    await sendRaw(server, { method: "DELETE", headers: { "mcp-session-id": id } }, agent);
  });
  lag.disable();
  agent.destroy();
  report("round", {
    fast: summarize(fast),
    modern: summarize(modern),
    lagP99: lag.percentile(99) / 1e6,
    lagMax: lag.max / 1e6,
  });
}

async function openAll(agent: Agent): Promise<string[]> {
  const ids: string[] = [];
  await inTurns(Array.from({ length: sessionCount }), async () => {
    ids.push(await openSession(server, agent));
  });
  return ids;
}

async function openStream(id: string): Promise<ClientRequest> {
  const headers = { accept: "text/event-stream", authorization: `Bearer ${token}`, "mcp-session-id": id };
  const stream = request(url, { headers });
  stream.on("error", () => {});
  stream.on("response", (response) => response.on("error", () => {}).resume());
  stream.end();
  await once(stream, "response");
  return stream;
}

/** Every session has one slow call running at any time. Neither do all begin nor do all end in one moment. */
async function workSlowly(id: string, index: number, until: number, agent: Agent): Promise<void> {
  await pause(Math.random() * 500);
  for (let count = 0; performance.now() < until; count++) {
    const ms = Math.min(1_000 + (index % 20) * 200, until - performance.now() + Math.random() * 500);
    await call(id, `slow-${count}`, { name: "wait_for", arguments: { ms } }, agent);
  }
}

async function workFast(id: string, until: number, agent: Agent, times: number[]): Promise<void> {
  for (let count = 0; performance.now() < until; count++) {
    await pause(500 + Math.random() * 2_000);
    const startedAt = performance.now();
    await call(id, `fast-${count}`, { name: "echo", arguments: { text: "fast" } }, agent);
    times.push(performance.now() - startedAt);
  }
}

async function workModern(until: number, agent: Agent, times: number[]): Promise<void> {
  while (performance.now() < until) {
    await pause(500 + Math.random() * 500);
    const startedAt = performance.now();
    const { status } = await sendModern(server, "tools/call", { name: "echo", arguments: { text: "x" } }, {}, agent);
    if (status !== 200) throw new Error(`modern call: ${status}`);
    times.push(performance.now() - startedAt);
  }
}

async function call(session: string, id: string, params: unknown, agent: Agent): Promise<void> {
  const headers = { "mcp-session-id": session };
  const { status, text } = await sendRaw(server, { body: messageOf("tools/call", params, id), headers }, agent);
  if (status !== 200 || !text.includes('"result"')) throw new Error(`call ${id}: ${status} ${text.slice(0, 200)}`);
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items.entries()];
  const workers = Array.from({ length: openingAtOnce }, async () => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) await work(next[1]);
  });
  await Promise.all(workers);
}

/** The rhythm of the load, not a wait for anything. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
