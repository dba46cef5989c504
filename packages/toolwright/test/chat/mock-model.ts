import { once } from "node:events";
import { createServer } from "node:http";
import { LLMock } from "@copilotkit/aimock";
import { onTestFinished } from "vitest";

type Answer = Exclude<Parameters<LLMock["on"]>[1], (...args: never) => unknown>;

const usage = { input_tokens: 50, output_tokens: 7, prompt_tokens: 50, completion_tokens: 7 };

/** What a model says to an input that holds a word, turn by turn. */
export type MockTalk = Readonly<Record<string, readonly Answer[]>>;

export interface MockModel {
  /** As `--base-url` takes it. */
  readonly url: string;
  /** The bodies that were sent to it. */
  readonly sent: () => string;
  readonly asked: () => number;
}

/** A server that speaks the interfaces of the providers; `latency` slows its words down, in milliseconds for each. */
export async function startModel(talk: MockTalk, latency = 0): Promise<MockModel> {
  const mock = new LLMock({ port: 0, logLevel: "silent", latency, chunkSize: 8 });
  for (const [word, answers] of Object.entries(talk)) {
    for (const [turn, answer] of answers.entries()) {
      mock.on({ predicate: ({ messages }) => isAt(messages, word, turn) }, { ...answer, usage });
    }
  }
  await mock.start();
  onTestFinished(() => mock.stop());
  const requests = () => mock.getRequests();
  return { url: `${mock.url}/v1`, sent: () => JSON.stringify(requests()), asked: () => requests().length };
}

/** A server that refuses everything, repeats the key that it was sent, and keeps the headers of each request. */
export async function startRefusing(status = 400): Promise<{ readonly url: string; readonly headers: () => string }> {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(status, { "content-type": "application/json" }).end(writeRefusal(request.headers.authorization));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return { url: `http://127.0.0.1:${address.port}/v1`, headers: () => JSON.stringify(seen) };
}

function writeRefusal(authorization = ""): string {
  return JSON.stringify({ error: { message: `Not with ${authorization}.` } });
}

interface MockMessage {
  readonly role: string;
  readonly content?: unknown;
}

/** The input is the last message of the person; every answer with calls since then was a turn. */
function isAt(messages: readonly MockMessage[], word: string, turn: number): boolean {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const answers = messages
    .slice(asked + 1)
    .filter(({ role }, index, all) => role === "tool" && all[index + 1]?.role !== "tool");
  return JSON.stringify(messages[asked]?.content ?? "").includes(word) && answers.length === turn;
}

/** A call of a tool, as an answer of the mock holds it. */
export function callOf(name: string, input: object): { readonly name: string; readonly arguments: string } {
  return { name, arguments: JSON.stringify(input) };
}
