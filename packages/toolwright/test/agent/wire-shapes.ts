import { isJsonObject, type JsonObject } from "../../src/tool/schema.ts";

/** What a provider would refuse in the body of a request; nothing if it is in order. */
export type CheckWire = (body: JsonObject) => readonly string[];

/** Messages of the Anthropic API: turns alternate, and each answer's calls are answered first thing in the next message. */
export const checkAnthropic: CheckWire = ({ messages }) => {
  const problems: string[] = [];
  let open: readonly string[] = [];
  let role = "assistant";
  for (const message of objects(messages)) {
    if (message["role"] === role) problems.push(`two messages of ${role} in a row`);
    role = String(message["role"]);
    const blocks = objects(message["content"]);
    if (blocks.length === 0) problems.push(`an empty message of ${role}`);
    const results = blocks.filter(({ type }) => type === "tool_result");
    const calls = blocks.filter(({ type }) => type === "tool_use");
    const answered = results.map((block) => String(block["tool_use_id"]));
    if (answered.join() !== open.join()) problems.push(`calls ${open.join()} are answered by ${answered.join()}`);
    if (blocks.slice(0, results.length).some(({ type }) => type !== "tool_result"))
      problems.push("a result comes late");
    if (calls.some(({ input }) => !isJsonObject(input))) problems.push("an input is no object");
    if (blocks.some((block) => block["type"] === "text" && block["text"] === "")) problems.push("an empty text");
    open = calls.map(({ id }) => String(id));
  }
  if (open.length > 0) problems.push(`calls ${open.join()} are not answered`);
  return problems;
};

/** Messages of OpenAI's chat completions: the messages behind an answer with calls are its results, one for each. */
export const checkChat: CheckWire = ({ messages }) => {
  const problems: string[] = [];
  let open: string[] = [];
  for (const message of objects(messages)) {
    if (message["role"] === "tool") {
      const next = open.shift();
      if (next !== message["tool_call_id"]) problems.push(`${String(message["tool_call_id"])} instead of ${next}`);
      continue;
    }
    if (open.length > 0) problems.push(`calls ${open.join()} are not answered`);
    const calls = objects(message["tool_calls"] ?? []);
    if (calls.some((call) => !isArguments(call["function"]))) problems.push("arguments are not JSON");
    open = calls.map(({ id }) => String(id));
  }
  if (open.length > 0) problems.push(`calls ${open.join()} are not answered`);
  return problems;
};

/** Items of OpenAI's responses: every call has one output, before anybody speaks again. */
export const checkResponses: CheckWire = ({ input }) => {
  const problems: string[] = [];
  const open: string[] = [];
  const seen = new Set<string>();
  for (const item of objects(input)) {
    const id = String(item["call_id"]);
    if (item["type"] === "function_call") {
      if (seen.has(id)) problems.push(`${id} is called twice`);
      if (!isArguments(item)) problems.push("arguments are not JSON");
      seen.add(id);
      open.push(id);
    } else if (item["type"] === "function_call_output") {
      if (open.shift() !== id) problems.push(`${id} is answered out of turn`);
    } else if (open.length > 0 && item["role"] === "user") {
      problems.push(`calls ${open.join()} are not answered`);
    }
  }
  if (open.length > 0) problems.push(`calls ${open.join()} are not answered`);
  return problems;
};

/** Contents of Gemini: the model never speaks twice in a row, and the calls of one are answered first thing in the next, in their order. */
export const checkGemini: CheckWire = ({ contents }) => {
  const problems: string[] = [];
  let open: readonly string[] = [];
  let role = "model";
  for (const content of objects(contents)) {
    if (content["role"] === "model" && role === "model") problems.push("two contents of the model in a row");
    role = String(content["role"]);
    const parts = objects(content["parts"]);
    if (parts.length === 0) problems.push(`an empty content of ${role}`);
    const answered = parts.slice(0, open.length).flatMap(({ functionResponse }) => namesOf(functionResponse));
    if (answered.join() !== open.join()) problems.push(`calls ${open.join()} are answered by ${answered.join()}`);
    const late = parts.slice(open.length).filter(({ functionResponse }) => functionResponse !== undefined);
    if (late.length > 0) problems.push("a result comes late, or nobody has called");
    open = parts.flatMap(({ functionCall }) => namesOf(functionCall));
  }
  if (open.length > 0) problems.push(`calls ${open.join()} are not answered`);
  return problems;
};

function namesOf(part: unknown): readonly string[] {
  return isJsonObject(part) ? [String(part["name"])] : [];
}

function isArguments(holder: unknown): boolean {
  try {
    return isJsonObject(holder) && isJsonObject(JSON.parse(String(holder["arguments"])));
  } catch {
    return false;
  }
}

function objects(list: unknown): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}
