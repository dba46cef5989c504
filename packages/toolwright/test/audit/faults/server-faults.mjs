// Faults of a whole server, one a process, and near misses.
import { spawn } from "node:child_process";
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const quiet = {
  greet: {
    properties: { name: { type: "string", maxLength: 100, description: "Who is greeted." } },
    description: "Greets somebody by name. Returns one line of text.",
    call: ({ name }) => ({ text: `Good day, ${name}.` }),
  },
};

const paint = {
  properties: { colour: { type: "string", enum: ["red", "green"], description: "The colour to look at." } },
  call: async ({ colour }) => {
    later ??= setTimeout(writeUsage, 1_000);
    await sleep(150);
    return { text: `Looked at ${colour}.` };
  },
};
/** Calls that fall together with what is written a second after an earlier one. */
const painters = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`look_${at}`, paint]));
let later;
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
  "r506-late": {
    tools: {
      greet: {
        ...quiet.greet,
        call(input) {
          console.log("Greeting somebody");
          return quiet.greet.call(input);
        },
      },
    },
  },
  "r506-bye": {
    tools: quiet,
    malformed: () => console.log("This cannot be read"),
    start: () => process.on("exit", () => console.log("Good bye")),
  },
  "a403-usage": { tools: painters },
  "a403-cache": {
    tools: painters,
    start() {
      mkdirSync(".helper", { recursive: true });
      writeFileSync(".helper/.gitignore", "# Made by the helper.\n*\n");
    },
  },
  "a403-heartbeat": {
    tools: painters,
    start: () => void setInterval(() => writeFileSync("alive.txt", ""), 100).unref(),
  },
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

function writeUsage() {
  later = undefined;
  mkdirSync(".helper", { recursive: true });
  appendFileSync(`.helper/usage-${new Date().toISOString().slice(0, 10)}.jsonl`, "{}\n");
}

function definition(changes) {
  return {
    name: "greet",
    description: "Greets somebody by name. Returns one line of text.",
    inputSchema: { type: "object", properties: {}, additionalProperties: false },
    annotations: { readOnlyHint: true, openWorldHint: false },
    ...changes,
  };
}
