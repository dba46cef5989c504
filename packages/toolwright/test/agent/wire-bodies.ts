import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { fromAiSdk } from "../../src/agent/model/ai-sdk.ts";
import type { ModelRequest } from "../../src/agent/model/model.ts";
import { isJsonObject, type JsonObject } from "../../src/tool/schema.ts";
import { checkAnthropic, checkChat, checkGemini, checkResponses, type CheckWire } from "./wire-shapes.ts";

/** What the real clients of four interfaces would send for a request, each with what its provider would refuse in it. */
export async function findWireProblems(request: ModelRequest): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { name, check, send } of clients) {
    const body = await send(request);
    problems.push(...check(body).map((problem) => `${name}: ${problem}`));
  }
  return problems;
}

const sent: JsonObject[] = [];

/** Takes the body, and answers as a provider does that accepts nothing. */
async function takeBody(_address: unknown, init?: { readonly body?: unknown }): Promise<Response> {
  const body: unknown = JSON.parse(String(init?.body));
  if (isJsonObject(body)) sent.push(body);
  return new Response("{}", { status: 400 });
}

const openai = createOpenAI({ apiKey: "none", fetch: takeBody });
const clients: readonly {
  readonly name: string;
  readonly check: CheckWire;
  send(request: ModelRequest): Promise<JsonObject>;
}[] = [
  {
    name: "anthropic",
    check: checkAnthropic,
    model: createAnthropic({ apiKey: "none", fetch: takeBody })("claude-sonnet-4-5"),
  },
  { name: "chat", check: checkChat, model: openai.chat("gpt-4.1") },
  { name: "responses", check: checkResponses, model: openai.responses("gpt-4.1") },
  {
    name: "gemini",
    check: checkGemini,
    model: createGoogleGenerativeAI({ apiKey: "none", fetch: takeBody })("gemini-2.5-flash"),
  },
].map(({ name, check, model }) => ({
  name,
  check,
  async send(request) {
    const events = fromAiSdk(model).stream(request, new AbortController().signal);
    await events[Symbol.asyncIterator]()
      .next()
      .catch(() => undefined);
    const body = sent.pop();
    if (body === undefined) throw new Error(`The client of ${name} has sent nothing`);
    return body;
  },
}));
