// The physical limit: JSON-RPC by hand, no package at all.
const tool = {
  name: "echo",
  description: "Returns the text.",
  inputSchema: {
    type: "object",
    properties: { text: { type: "string", description: "What to return" } },
    required: ["text"],
    additionalProperties: false,
  },
};
const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "bench", version: "1.0.0" },
  }),
  "tools/list": () => ({ tools: [tool] }),
  "tools/call": ({ arguments: input }) =>
    typeof input?.text === "string" && Object.keys(input).length === 1
      ? { content: [{ type: "text", text: input.text }] }
      : { content: [{ type: "text", text: "Invalid arguments" }], isError: true },
};

let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: methods[method](params ?? {}) })}\n`);
  }
});
