// Faults of a whole server, one a process, and near misses.
import { spawn } from "node:child_process";

const quiet = {
  greet: {
    properties: { name: { type: "string", maxLength: 100, description: "Who is greeted." } },
    description: "Greets somebody by name. Returns one line of text.",
    call: ({ name }) => ({ text: `Good day, ${name}.` }),
  },
};

let lists = 0;

export const serverFaults = {
  /** All tools with their own faults; nothing is wrong with the server. */
  none: {},
  "r503-fault": {
    tools: quiet,
    start: () => spawn("sleep", ["60"], { stdio: "ignore", detached: true }).unref(),
  },
  "r503-near": {
    tools: quiet,
    // It ends with the pipe to its parent, however that ends.
    start() {
      const child = spawn("cat", [], { stdio: ["pipe", "ignore", "ignore"] });
      child.unref();
      child.stdin.unref();
    },
  },
  "r505-fault": { tools: quiet, malformed: () => process.exit(1) },
  "r505-near": { tools: quiet },
  "r506-fault": { tools: quiet, start: () => console.log("Server is ready on stdio") },
  "r506-near": { tools: quiet, start: () => console.error("Server is ready on stdio") },
  "l701-fault": {
    tools: quiet,
    list() {
      lists += 1;
      return [definition({ description: `Greets somebody. This is list ${lists} of process ${process.pid}.` })];
    },
  },
  "l701-near": { tools: quiet, list: () => [definition({})] },
  "p901-fault": { tools: quiet, capabilities: { prompts: {}, resources: {} } },
  "p901-near": {
    tools: quiet,
    capabilities: { prompts: {} },
    answers: { "prompts/list": () => ({ result: { prompts: [] } }) },
  },
  "p902-fault": {
    tools: quiet,
    answers: { initialize: () => ({ result: { protocolVersion: 7, capabilities: [] } }) },
  },
  "p902-near": { tools: quiet },
};

function definition(changes) {
  return {
    name: "greet",
    description: "Greets somebody by name. Returns one line of text.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
    ...changes,
  };
}
