import fc from "fast-check";
import { expect, test } from "vitest";
import { lineStarts } from "../../workspace/text/line-ends.ts";
import type { DataFormat } from "./data-node.ts";
import { dataFormatOf, parseData } from "./data-format.ts";
import { parseDataPath, showDataPath } from "./data-path.ts";
import { describeShape } from "./describe-shape.ts";
import { readDataPart } from "./read-part.ts";
import { showPart as read } from "../../../test/support/show-part.ts";

const json = `{
  // a comment
  "name": "x",
  "scripts": { "test": "vitest run" },
  "list": [1, { "deep": true },],
  "b.c": {
    "d e": null
  }
}
`;
const yaml = `on: push
base: &base
  image: node
  env: {A: 1}
jobs:
  build:
    <<: *base
    steps:
      - run: |
          npm ci
          npm test
      - uses: x
  copy: *base
`;
const toml = `title = "t"
when = 2024-01-02
[tool.ruff]
line-length = 100
select = ["E", "F"]
[[bin]]
name = "a"
[[bin]]
name = "b"
`;

test.each<[string, DataFormat, string, string]>([
  [json, "json", "scripts.test", '4:   "scripts": { "test": "vitest run" },'],
  [json, "json", "$.list[-1].deep", '5:   "list": [1, { "deep": true },],'],
  [json, "json", "list.0", '5:   "list": [1, { "deep": true },],'],
  [json, "json", '["b.c"]["d e"]', '7:     "d e": null'],
  [json, "json", "b.c.d e", '7:     "d e": null'],
  [json, "json", "b.c", '6:   "b.c": {|    "d e": null|  }'],
  [`{"long":"${"x".repeat(500)}","a":{"b":[1,2]}}`, "json", "a.b", "[| 1,| 2|]"],
  [yaml, "yaml", "jobs.build.steps[0].run", "9:       - run: ||          npm ci|          npm test"],
  [yaml, "yaml", "jobs.build.steps[-1]", "12:       - uses: x"],
  [yaml, "yaml", "jobs.build.image", "3:   image: node"],
  [yaml, "yaml", "on", "1: on: push"],
  [yaml, "yaml", "jobs.copy.env.A", "4:   env: {A: 1}"],
  ["a: 1\n---\nb: 2\n", "yaml", "[1].b", "3: b: 2"],
  [toml, "toml", "tool.ruff", '3: [tool.ruff]|line-length = 100|select = ["E", "F"]'],
  [toml, "toml", "tool.ruff.select[1]", '5: select = ["E", "F"]'],
  [toml, "toml", "bin", '6: [[bin]]|name = "a"|[[bin]]|name = "b"'],
  [toml, "toml", "bin[-1].name", '9: name = "b"'],
  [toml, "toml", "when", "2: when = 2024-01-02"],
])("reads a part: %#", (text, format, path, expected) => {
  expect(read(text, format, path)).toBe(expected);
});

test("a key that is not there is answered with those that are, nearest first", () => {
  expect(() => readDataPart(json, "json", "script.test")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: There is nothing at "script.test". The file has 4 keys: scripts, name, list, b.c.]`,
  );
  expect(() => readDataPart(json, "json", "scripts.tst.x")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: There is nothing at "scripts.tst.x". scripts has one key: test.]`,
  );
  expect(() => readDataPart(json, "json", "list[9]")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: There is nothing at "list[9]". list is an array of 2: [0] to [1].]`,
  );
  expect(() => readDataPart(json, "json", "name.first")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: There is nothing at "name.first". name is a string.]`,
  );
  expect(() => readDataPart(json, "json", "a[")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: The path "a[" cannot be read from "[" on. Write it like a.b[0]["c.d"].]`,
  );
});

test("a file that is no valid data says where", () => {
  expect(() => readDataPart('{\n"a": }', "json", "a")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: This is no valid json: ValueExpected on line 2. Read it by lines.]`,
  );
  expect(() => readDataPart("a: [1\nb: 2", "yaml", "a")).toThrow("no valid yaml");
  expect(() => readDataPart("a = = 1", "toml", "a")).toThrow("no valid toml: line 1");
  expect(() => readDataPart("[".repeat(100_000), "json", "a")).toThrow("no valid json");
});

test("aliases that multiply are not followed into a flood", () => {
  const bomb = [
    "a: &a [x,x,x,x,x,x,x,x,x]",
    ..."bcdefgh".split("").map((name, index) => {
      const before = "abcdefgh"[index];
      return `${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`;
    }),
  ].join("\n");
  expect(read(bomb, "yaml", "h")).toBe("8: h: &h [*g,*g,*g,*g,*g,*g,*g,*g,*g]");
  expect(read(bomb, "yaml", "h[0][0][0][0][0][0][0][0]")).toContain("x");
});

test("the shape names keys, kinds, sizes and lines", () => {
  const shape = (text: string, format: DataFormat) => describeShape(parseData(text, format), lineStarts(text), 3);
  expect(shape(json, "json")).toEqual([
    "3\tname: string",
    "4\tscripts: object, 1 key",
    "5\tlist: array of 2",
    "… 1 more keys",
  ]);
  expect(shape(yaml, "yaml")).toEqual(["1\ton: string", "2\tbase: object, 2 keys", "5\tjobs: object, 2 keys"]);
  expect(shape(toml, "toml")).toEqual(["1\ttitle: string", "2\twhen: date", "3\ttool: object, 1 key", "… 1 more keys"]);
  expect(shape("[{},{}]", "json")).toEqual(["array of 2 (object)"]);
});

test("formats are known by name", () => {
  expect(["a/package.json", "Cargo.lock", "x.yml", "pyproject.toml", "a.ts"].map(dataFormatOf)).toEqual([
    "json",
    "toml",
    "yaml",
    "toml",
    undefined,
  ]);
});

test("what is shown as a path is read as the same path", () => {
  const key = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.nat(),
    fc.constantFrom("a.b", 'q"', "[0]", "-1", "$", "'", "\\"),
  );
  fc.assert(
    fc.property(fc.array(key, { minLength: 1, maxLength: 5 }), (keys) => {
      expect(parseDataPath(showDataPath(keys)).map((step) => step.key)).toEqual(keys);
    }),
  );
});
