import { expect, test } from "vitest";
import type { Flags } from "./command.ts";
import { parseArguments, refuseUnknownFlags } from "./parse-arguments.ts";

const flags = {
  json: { type: "boolean", summary: "" },
  from: { type: "string", value: "FILE", summary: "" },
  help: { type: "boolean", short: "h", summary: "" },
} as const;

test("flags may stand before, between and behind the arguments", () => {
  const parsed = parseArguments(["--from", "a.ts", "call", "-h", "name", "-", "--json"], flags);
  expect(parsed.positionals).toEqual(["call", "name", "-"]);
  expect([...parsed.given]).toEqual(["from", "help", "json"]);
  expect(parsed.values).toEqual({ from: "a.ts" });
});

test("what follows -- is an argument", () => {
  expect(parseArguments(["call", "--", "--json"], flags).positionals).toEqual(["call", "--json"]);
});

test.each([
  [["--jsn"], "Unknown flag --jsn. Did you mean --json? Flags: --json, --from, --help."],
  [["-x"], "Unknown flag -x. Flags: --json, --from, --help."],
  [["--constructor"], "Unknown flag --constructor. Flags: --json, --from, --help."],
])("%j is unknown", (argv, message) => {
  expect(() => refuseUnknownFlags(parseArguments(argv, flags).unknownFlags, flags)).toThrow(message);
});

test.each([
  [["--json=1"], '--json takes no value, got "1".'],
  [["--from"], "--from needs a value: --from FILE."],
  [["--from="], "--from needs a value: --from FILE."],
])("%j is refused", (argv, message) => {
  expect(() => parseArguments(argv, flags)).toThrow(message);
});

test.each([
  [["--resume"], {}, []],
  [["--resume", "notes", "hello"], { resume: "notes" }, ["hello"]],
  [["--resume=notes", "hello"], { resume: "notes" }, ["hello"]],
  [["--resume", "--json", "hello"], {}, ["hello"]],
  [["--resume", "--", "hello"], {}, ["hello"]],
])("the value of a flag may be missing: %j", (argv, values, positionals) => {
  const flags: Flags = {
    resume: { type: "string", value: "THREAD", optional: true, summary: "" },
    json: { type: "boolean", summary: "" },
  };
  const parsed = parseArguments(argv, flags);
  expect({ ...parsed.values }).toEqual(values);
  expect(parsed.positionals).toEqual(positionals);
  expect(parsed.given.has("resume")).toBe(true);
});
