import { expect, test } from "vitest";
import { sampleTool } from "../../test/sample.ts";
import { readExports } from "./read-exports.ts";

const tool = sampleTool(() => "x");

test.each([
  ["a tool", tool],
  ["an array", [tool]],
  ["an object", { tools: [tool] }],
])("the default export may be %s", (_kind, exported) => {
  const read = readExports({ default: exported }, "a.ts");
  expect(read).toMatchObject({ tools: [tool], hasServices: false, capabilities: {}, access: {} });
  expect(read.tools[0]).toBe(tool);
});

test("services, capabilities and access are taken over", () => {
  const services = (): object => ({});
  const capabilities = { git: () => ({ available: true }) };
  const access = { confirm: "allow", tools: { sample: "deny" } };
  expect(readExports({ default: { tools: [tool], services, capabilities, access } }, "a.ts")).toEqual({
    tools: [tool],
    services,
    hasServices: true,
    capabilities,
    access,
  });
});

test.each([
  [{}, "a.ts has no default export (it exports nothing)"],
  [{ tools: [], other: 1 }, "a.ts has no default export (it exports tools, other)"],
  [{ default: 5 }, "tools must be an array of tools"],
  [{ default: [tool, {}] }, "each made by defineTool"],
  [{ default: { name: "x", handle: () => 1 } }, "each made by defineTool"],
  [{ default: { tools: [], services: {} } }, "services must be a function"],
  [{ default: { tools: [], capabilities: { git: true } } }, "capabilities must be an object of probes"],
  [{ default: { tools: [], access: { confirm: "yes" } } }, "access must be a policy function or rules"],
  [{ default: { tools: [], acces: {} } }, 'Unrecognized key: "acces"'],
])("%j is refused", (exports, message) => {
  expect(() => readExports(exports, "a.ts")).toThrow(message);
});
