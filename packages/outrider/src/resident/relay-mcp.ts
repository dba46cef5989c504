import type { Readable, Writable } from "node:stream";
import { type Conversation, ResidentError } from "toolwright/resident";
import { fieldsOf, type McpAsk } from "./wire.ts";

export interface RelayOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly ask: McpAsk;
  /** A connection to the resident process, which is started if need be. */
  readonly connect: () => Promise<Conversation>;
  readonly tell: (text: string) => Promise<void>;
}

/** One client between its pipes and the resident process. What it asked for is known, so that nothing stays unanswered. */
interface Relay extends RelayOptions {
  connection: Conversation | undefined;
  /** Requests without an answer, by the JSON of their ids. */
  readonly open: Map<string, string>;
  /** What a session of the older protocols began with: a new process is told the same. */
  initialize: string | undefined;
}

const ownId = "outrider-relay-initialize";

/** Serves an MCP client through the resident process until the client is gone. Rejects if the process cannot be had at the start. */
export async function relayMcp(options: RelayOptions): Promise<void> {
  const relay: Relay = { ...options, connection: undefined, open: new Map(), initialize: undefined };
  await openSession(relay);
  try {
    for await (const line of linesOf(options.input)) await passOn(relay, line);
  } finally {
    await relay.connection?.end();
  }
}

async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of input) {
    let bytes = Buffer.from(chunk);
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline)) {
      yield Buffer.concat([...rest, bytes.subarray(0, end + 1)]).toString();
      rest = [];
      bytes = bytes.subarray(end + 1);
    }
    if (bytes.length > 0) rest.push(bytes);
  }
  if (rest.length > 0) yield `${Buffer.concat(rest).toString()}\n`;
}

const newline = 0x0a;

/** From the client to the process. */
async function passOn(relay: Relay, line: string): Promise<void> {
  const { id, method, params } = fieldsOf(parse(line));
  const isRequest = typeof method === "string" && id !== undefined;
  if (method === "initialize") relay.initialize = line;
  if (isRequest) relay.open.set(JSON.stringify(id), method);
  if (method === "notifications/cancelled") relay.open.delete(JSON.stringify(fieldsOf(params)["requestId"]));
  try {
    const connection = relay.connection ?? (await openSession(relay, method === "initialize"));
    await connection.sendBytes(Buffer.from(line));
  } catch (error) {
    if (!(error instanceof ResidentError)) throw error;
    // A connection that was there and is lost answers for what is open by itself.
    if (relay.connection === undefined && isRequest)
      await answerFor(relay, `It could not be started again: ${error.message}`);
  }
}

/** Begins a session; after the first one, with what the client began its first one with. */
async function openSession(relay: Relay, begins = false): Promise<Conversation> {
  const connection = await relay.connect();
  await connection.send(relay.ask);
  const first = await connection.receive();
  const { serves, refused } = fieldsOf(first?.kind === "json" ? first.value : undefined);
  if (serves === undefined) throw new ResidentError("not_started", typeof refused === "string" ? refused : "It ended.");
  const { problems, approvals } = fieldsOf(serves);
  if (relay.connection === undefined && relay.initialize === undefined) {
    for (const problem of Array.isArray(problems) ? problems : []) await relay.tell(String(problem));
    if (approvals !== true) await relay.tell(noApprovals);
  }
  relay.connection = connection;
  void readAnswers(relay, connection);
  if (relay.initialize !== undefined && !begins) await repeatInitialize(connection, relay.initialize);
  return connection;
}

const noApprovals =
  "Without a sandbox around commands, nothing can be approved over the resident process. `outrider serve --alone` asks as before.";

async function repeatInitialize(connection: Conversation, line: string): Promise<void> {
  const message = { ...fieldsOf(parse(line)), id: ownId };
  const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
  await connection.sendBytes(Buffer.from(`${JSON.stringify(message)}\n${JSON.stringify(initialized)}\n`));
}

/** From the process to the client, until the connection is over. */
async function readAnswers(relay: Relay, connection: Conversation): Promise<void> {
  let reason = "It was told to end.";
  try {
    for await (const line of linesOf(bytesOf(connection))) await passBack(relay, line);
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
  }
  if (relay.connection !== connection) return;
  relay.connection = undefined;
  await answerFor(relay, reason);
}

async function passBack(relay: Relay, line: string): Promise<void> {
  const { id, method } = fieldsOf(parse(line));
  // The client began once, and has its answer.
  if (id === ownId) return;
  if (method === undefined && id !== undefined) relay.open.delete(JSON.stringify(id));
  await write(relay.output, line);
}

/** What is open is answered: nobody knows how far it came. */
async function answerFor(relay: Relay, reason: string): Promise<void> {
  const text = `The resident process ended before this was done: ${reason} A change may have happened; look before you call again.`;
  // The newer protocol, which begins without `initialize`, wants to know that nothing follows.
  const resultType = relay.initialize === undefined ? { resultType: "complete" } : {};
  for (const [id, method] of relay.open) {
    const answer =
      method === "tools/call"
        ? { result: { ...resultType, content: [{ type: "text", text }], isError: true } }
        : { error: { code: -32_603, message: text } };
    await write(relay.output, `${JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(id), ...answer })}\n`);
  }
  relay.open.clear();
}

async function* bytesOf(connection: Conversation): AsyncGenerator<Uint8Array> {
  for (;;) {
    const message = await connection.receive();
    if (message === undefined) return;
    if (message.kind === "bytes") yield message.bytes;
  }
}

async function write(output: Writable, line: string): Promise<void> {
  await new Promise<void>((resolve) => {
    output.write(line, () => resolve());
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The process answers it.
    return undefined;
  }
}
