// Tools with one planted fault each, and near misses. `properties` are all required unless `optional` names them.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const colour = { colour: { type: "string", enum: ["red", "green", "blue"], description: "The colour to name." } };
const count = { count: { type: "integer", minimum: 1, maximum: 100, default: 3, description: "How many to count." } };
const file = {
  path: { type: "string", maxLength: 500, description: "The path of a file in the directory, such as `README.md`." },
};
const query = { query: { type: "string", maxLength: 200, description: "The words to look for." } };
const cursor = {
  cursor: { type: "string", maxLength: 200, description: "Where to go on: `nextCursor` of the last answer." },
};

const named = ({ colour: name }) => ({ text: `The colour is ${name}.` });
const longText = (letters) =>
  "All work and no play makes a long answer. ".repeat(Math.ceil(letters / 42)).slice(0, letters);
const calls = new Set();
let noted = 0;
let queue = Promise.resolve();

const errorFaults = {
  e101_fault: {
    properties: colour,
    call: named,
    refuse: (problem) => ({ error: { code: -32_602, message: problem } }),
  },
  e101_near: { properties: colour, call: named },
  e102_fault: { properties: colour, call: named, refuse: () => ({ isError: true, text: "Invalid input." }) },
  e102_near: {
    properties: colour,
    call: named,
    refuse: () => ({ isError: true, text: "colour: expected red, green or blue. Call again with one of them." }),
  },
  e103_fault: {
    properties: colour,
    call: named,
    refuse: () => ({ isError: true, text: `${new TypeError("cannot read colour").stack}` }),
  },
  e103_near: {
    properties: file,
    call: ({ path }) => ({
      isError: true,
      text: `There is no file ${path}. Call \`list_files\` to see the files there are.`,
    }),
  },
  e104_fault: { properties: colour, call: named, refuse: (problem) => ({ text: `Error: ${problem}` }) },
  e104_near: {
    properties: colour,
    call: ({ colour: name }) => ({ text: `Checked ${name}: 0 errors, nothing failed.` }),
  },
  e105_fault: { properties: { ...colour, ...count }, optional: ["count"], open: true, call: named },
  e105_near: { properties: { ...colour, ...count }, optional: ["count"], call: named },
  e106_fault: {
    properties: query,
    call: ({ query: words }) =>
      words.startsWith("zz")
        ? { isError: true, text: `No results found for ${JSON.stringify(words)}. Try other words.` }
        : { text: `Found ${words} in one place.` },
  },
  e106_near: { properties: query, call: ({ query: words }) => ({ text: `Nothing matches ${JSON.stringify(words)}.` }) },
  e107_fault: {
    properties: colour,
    call: named,
    refuse: (problem) => ({ isError: true, text: `${problem} Call again with a correct value.` }),
  },
  e107_near: { properties: colour, call: named },
};

const countOutput = {
  type: "object",
  properties: { count: { type: "integer", description: "How many there are." } },
  required: ["count"],
};

const crew = ["Ada", "Grace", "Edsger", "Barbara", "Tony", "Margaret"];
const crewOutput = {
  type: "object",
  properties: { crew: { type: "array", items: { type: "string" }, description: "Who is there." } },
  required: ["crew"],
};

const resultFaults = {
  s303_fault: {
    properties: count,
    output: countOutput,
    call: () => ({ text: "three", structured: { count: "three" } }),
  },
  s303_near: {
    properties: count,
    output: countOutput,
    call: ({ count: all }) => ({ text: `{"count":${all},"more":true}`, structured: { count: all, more: true } }),
  },
  s304_fault: {
    properties: count,
    output: crewOutput,
    call: () => ({ text: "Nobody is there.", structured: { crew } }),
  },
  s304_near: {
    properties: count,
    output: crewOutput,
    call: () => ({
      text: `The crew:\n${crew.map((name) => `- ${name.toUpperCase()}`).join("\n")}`,
      structured: { crew },
    }),
  },
  s305_fault: {
    properties: colour,
    call: ({ colour: name }) => ({ text: JSON.stringify({ name, shades: [1, 2, 3] }) }),
  },
  s305_near: { properties: count, call: ({ count: all }) => ({ text: String(all) }) },
};

const hintFaults = {
  a403_fault: {
    properties: colour,
    call: ({ colour: name }) => {
      writeFileSync(resolve(`note-${name}.txt`), name);
      return { text: `Noted ${name}.` };
    },
  },
  a403_fault_names: {
    properties: colour,
    call: ({ colour: name }) => {
      noted += 1;
      writeFileSync(resolve(`data/${name}-${noted}.json`), "{}");
      return { text: `Noted ${name}.` };
    },
  },
  a403_fault_marked: {
    properties: colour,
    call: ({ colour: name }) => {
      writeFileSync(resolve("src/.gitignore"), "*\n");
      writeFileSync(resolve("src/ships.js"), `export const colour = "${name}";\n`);
      return { text: `Painted in ${name}.` };
    },
  },
  a403_fault_listener: {
    properties: colour,
    call: async () => {
      await new Promise((done) => createServer().listen(0, "127.0.0.1", done).unref());
      return { text: "Listening." };
    },
  },
  a403_near: {
    properties: colour,
    call: ({ colour: name }) => {
      const directory = mkdtempSync(join(tmpdir(), "near-miss-"));
      writeFileSync(join(directory, "draft"), name);
      rmSync(directory, { recursive: true });
      return { text: `Looked at ${name}.` };
    },
  },
  a404_fault: {
    properties: colour,
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    call: ({ colour: name }) => {
      if (calls.has(name)) return { isError: true, text: `The colour ${name} was added before. Choose another one.` };
      calls.add(name);
      return { text: `Added ${name}.` };
    },
  },
  a404_near: {
    properties: colour,
    hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    call: ({ colour: name }) => ({ text: `Added ${name} after ${performance.now()} ms.` }),
  },
};

const runFaults = {
  r501_fault: {
    properties: colour,
    call: () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_600);
      return { text: "Waited without listening." };
    },
  },
  r501_near: { properties: colour, call: (_, { signal }) => waited(1_600, signal) },
  r502_fault: {
    properties: colour,
    call: async () => {
      await sleep(2_700);
      return { text: "Went on to the end.", answersAnyway: true };
    },
  },
  r502_near: { properties: colour, call: (_, { signal }) => waited(2_700, signal) },
  r503_fault: {
    properties: colour,
    call: async () => {
      const child = spawn("sleep", ["20"], { stdio: "ignore" });
      await sleep(2_700);
      child.kill();
      return { text: "Done in a process of its own." };
    },
  },
  r503_near: {
    properties: colour,
    call: async (_, { signal }) => {
      const child = spawn("sleep", ["20"], { stdio: "ignore", signal });
      child.on("error", () => {});
      const answer = await waited(2_700, signal);
      child.kill();
      return answer;
    },
  },
  r504_fault: {
    properties: colour,
    call: () => (queue = queue.then(() => waited(600))),
  },
  r504_near: { properties: colour, call: () => waited(600) },
};

const sizeFaults = {
  c603_fault: { properties: colour, call: () => ({ text: longText(120_000) }) },
  c603_near: { properties: colour, call: () => ({ text: longText(12_000) }) },
  c604_fault: {
    properties: { ...query, ...cursor },
    optional: ["cursor"],
    call: ({ cursor: at }) => {
      if (at !== undefined) return { isError: true, text: `The cursor ${at} is not known. Start again without one.` };
      return { text: '{"notes":["a","b"],"nextCursor":"page-2"}' };
    },
  },
  c604_near: {
    properties: { ...query, ...cursor },
    optional: ["cursor"],
    call: ({ cursor: at }) =>
      at === undefined
        ? { text: '{"notes":["a","b"],"total":4,"nextCursor":"page-2"}' }
        : { text: '{"notes":["c","d"],"total":4}' },
  },
};

const attackFaults = {
  x802_fault: {
    properties: file,
    description: "Reads a file of the working directory. Only files inside of this directory can be read.",
    call: ({ path }) => readText(resolve(path), path),
  },
  x802_near: {
    properties: file,
    description:
      "Reads a file of the working directory. Only files inside of this directory can be read; others are refused.",
    call: ({ path }) => {
      const place = resolve(path);
      // A link inside may lead outside.
      const real = existsSync(place) ? realpathSync(place) : place;
      if (real.startsWith(realpathSync("."))) return readText(real, path);
      return {
        isError: true,
        text: `The path ${path} leads out of the directory. Call again with a path inside of it.`,
      };
    },
  },
};

export const toolFaults = {
  ...errorFaults,
  ...resultFaults,
  ...hintFaults,
  ...runFaults,
  ...sizeFaults,
  ...attackFaults,
};

function readText(place, path) {
  try {
    return { text: readFileSync(place, "utf8") };
  } catch {
    return { isError: true, text: `There is no file ${path}. Call again with the path of a file that exists.` };
  }
}

async function waited(milliseconds, signal) {
  try {
    await sleep(milliseconds, undefined, { signal });
    return { text: `Waited for ${milliseconds} ms.` };
  } catch {
    return { text: "Stopped." };
  }
}
