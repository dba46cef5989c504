import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const repository = join(import.meta.dirname, "..", "..", "..");
const read = (...path: string[]): string => readFileSync(join(repository, ...path), "utf8");

test("the server in docs/serving.md is the example, which is compiled and run by other tests", () => {
  expect(read("docs", "serving.md")).toContain(`\`\`\`ts\n${read("examples", "own-server", "server.ts")}\`\`\``);
});

test("the agent in docs/agents.md is the example, which another test runs", () => {
  expect(read("docs", "agents.md")).toContain(`\`\`\`js\n${read("examples", "first-agent", "agent.mjs")}\`\`\``);
});
