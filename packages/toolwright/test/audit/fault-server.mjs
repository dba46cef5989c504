// A server whose tools each have one planted fault or one near miss: `e101_fault` breaks rule E101, `e101_near` looks like it
// and does not. Faults of the whole server come by argument, such as `fault-server.mjs r506-fault`. Everything else is right:
// arguments are checked, mistakes are named, cancelled calls end.
import { createInterface } from "node:readline";
import { serverFaults } from "./faults/server-faults.mjs";
import { toolFaults } from "./faults/tool-faults.mjs";

const fault = serverFaults[process.argv[2] ?? "none"];
if (fault === undefined) throw new Error(`There is no fault ${JSON.stringify(process.argv[2])}.`);

const wanted = process.argv[3]?.split(",");
const tools = Object.entries(fault.tools ?? toolFaults).filter(
  ([name]) => wanted?.some((id) => name.startsWith(id)) ?? true,
);
const byName = new Map(tools);
const running = new Map();

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"].includes(protocolVersion)
      ? protocolVersion
      : "2025-11-25",
    capabilities: { tools: {}, ...fault.capabilities },
    serverInfo: { name: "planted faults", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: fault.list?.() ?? tools.map(([name, tool]) => definitionOf(name, tool)) }),
};

await fault.start?.();
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== "") void receive(line);
}

async function receive(line) {
  const message = parse(line);
  if (message === undefined) {
    if (fault.malformed !== undefined) return fault.malformed();
    return send({ id: null, error: { code: -32_700, message: "Parse error" } });
  }
  if (Array.isArray(message) || typeof message !== "object" || message === null) return;
  const { id, method, params } = message;
  if (method === "notifications/cancelled") running.get(params?.requestId)?.abort();
  if (id === undefined || method === undefined) return;
  if (fault.answers?.[method] !== undefined) return send({ id, ...fault.answers[method](params) });
  if (method === "tools/call") return await call(id, params ?? {});
  const result = results[method]?.(params ?? {});
  send(
    result === undefined ? { id, error: { code: -32_601, message: `Method not found: ${method}` } } : { id, result },
  );
}

function definitionOf(name, { properties = {}, optional = [], open = false, output, hints = {}, description }) {
  const required = Object.keys(properties).filter((field) => !optional.includes(field));
  return {
    name,
    description: description ?? `Answers what the test of ${name} sends. Returns one line of text.`,
    inputSchema: { type: "object", properties, required, ...(open ? {} : { additionalProperties: false }) },
    ...(output === undefined ? {} : { outputSchema: output }),
    annotations: { readOnlyHint: true, openWorldHint: false, ...hints },
  };
}

async function call(id, { name, arguments: input = {}, _meta }) {
  const tool = byName.get(name);
  if (tool === undefined) return send({ id, error: { code: -32_602, message: `Unknown tool: ${name}` } });
  const abort = new AbortController();
  running.set(id, abort);
  const problem = findProblem(tool, input);
  const progress = (done) => notifyProgress(_meta?.progressToken, done);
  const answer =
    problem === undefined ? await tool.call(input, { signal: abort.signal, progress }) : refuse(tool, problem, input);
  running.delete(id);
  if (abort.signal.aborted && !answer.answersAnyway) return;
  send(answer.error === undefined ? { id, result: shape(answer) } : { id, error: answer.error });
}

function refuse(tool, problem, input) {
  if (tool.refuse !== undefined) return tool.refuse(problem, input);
  const next = { tool: "correct_the_input", input: {} };
  return {
    isError: true,
    text: `${problem} Call again with a correct value.`,
    structured: { code: "invalid_input", retryable: false, next },
  };
}

/** The first problem of an input, in words that say the field and what was expected. */
function findProblem({ properties = {}, optional = [], open = false }, input) {
  for (const [field, schema] of Object.entries(properties)) {
    const value = input[field];
    if (value === undefined) {
      if (optional.includes(field)) continue;
      return `The field \`${field}\` is missing; expected ${schema.enum?.join(" or ") ?? schema.type}.`;
    }
    const kind = typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
    const fits = kind === schema.type || (kind === "integer" && schema.type === "number");
    if (!fits) return `The field \`${field}\` must be ${schema.type}, got ${JSON.stringify(value)?.slice(0, 60)}.`;
    if (schema.enum !== undefined && !schema.enum.includes(value)) {
      return `The field \`${field}\` must be one of ${schema.enum.join(", ")}, got ${JSON.stringify(value)?.slice(0, 60)}.`;
    }
    if (schema.maximum !== undefined && (value > schema.maximum || value < schema.minimum)) {
      return `The field \`${field}\` must be from ${schema.minimum} to ${schema.maximum}, got ${value}.`;
    }
  }
  const unknown = Object.keys(input).find((field) => properties[field] === undefined);
  if (open || unknown === undefined) return undefined;
  return `There is no field \`${unknown}\`; expected ${Object.keys(properties).join(", ") || "none"}.`;
}

function shape({ text = "", content, structured, isError }) {
  return {
    content: content ?? [{ type: "text", text }],
    ...(structured === undefined ? {} : { structuredContent: structured }),
    ...(isError === undefined ? {} : { isError }),
  };
}

function notifyProgress(progressToken, progress) {
  if (progressToken === undefined) return;
  process.stdout.write(
    `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress } })}\n`,
  );
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
