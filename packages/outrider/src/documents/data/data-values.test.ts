import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { expect, test } from "vitest";
import { showPart } from "../../../test/support/show-part.ts";
import { maskText } from "../masked/mask-text.ts";
import { dataFormatOf, parseData } from "./data-format.ts";
import type { DataFormat, DataNode } from "./data-node.ts";

const stray = `"${"x".repeat(500)}"`;
const inlineToml = `t = { long = ${stray}, a = [9007199254740993, 1.0, 1979-05-27 07:32:00Z], b.c = 0x1F }`;

test.each<[string, DataFormat, string, string]>([
  [`{"long":${stray},"a":[9007199254740993, 1.0, -0]}`, "json", "a", "[| 9007199254740993,| 1.0,| -0|]"],
  [`{"long":${stray},"a":{},"b":[]}`, "json", "b", "[]"],
  [`{long: ${stray}, a: [9007199254740993, 1.0, "x", ~]}`, "yaml", "a", '[| 9007199254740993,| 1.0,| "x",| ~|]'],
  [inlineToml, "toml", "t.a[0]", "9007199254740993"],
  [inlineToml, "toml", "t.a", "[| 9007199254740993,| 1.0,| 1979-05-27 07:32:00Z|]"],
  [inlineToml, "toml", "t.b", '{| "c": 0x1F|}'],
  ["n = 9007199254740993\nx = 1.0\n", "toml", "x", "2: x = 1.0"],
])("numbers and dates are shown as the file writes them: %#", (text, format, path, expected) => {
  expect(showPart(text, format, path)).toBe(expected);
});

test("a key of YAML wins over a merged one, and of several merged maps the first wins", () => {
  const text = `b: &b
  a: 2
  c: 3
d: &d
  c: 4
  e: 5
x:
  a: 1
  <<: *b
y:
  <<: [*b, *d]
z:
  <<: *b
  a: 6
`;
  expect(showPart(text, "yaml", "x.a")).toBe("8:   a: 1");
  expect(showPart(text, "yaml", "x.c")).toBe("3:   c: 3");
  expect(showPart(text, "yaml", "y.c")).toBe("3:   c: 3");
  expect(showPart(text, "yaml", "y.e")).toBe("6:   e: 5");
  expect(showPart(text, "yaml", "z.a")).toBe("14:   a: 6");
  expect(() => showPart(text, "yaml", "y.q")).toThrow("y has 3 keys: a, c, e.");
});

test("an anchor that is merged into itself, or holds itself, ends", () => {
  const text = "a: &a\n  <<: *a\n  k: 1\nl: &l [1, *l]\n";
  expect(showPart(text, "yaml", "a.k")).toBe("3:   k: 1");
  expect(() => showPart(text, "yaml", "a.z")).toThrow("a has one key: k.");
  expect(maskText("secrets.yaml", "a: &a\n  <<: *a\n  k: 1\n")).toBe("a.k: ***\n");
  expect(() => showPart(`{long: ${stray}, l: &l [1, *l]}`, "yaml", "l")).toThrow("Ask for a smaller part");
});

test("an alias means the last anchor of its name before it", () => {
  const text = "a: &x {k: 1}\nb: *x\nc: &x {k: 2}\nd: *x\n";
  expect(showPart(text, "yaml", "b.k")).toBe("1: a: &x {k: 1}");
  expect(showPart(text, "yaml", "d.k")).toBe("3: c: &x {k: 2}");
});

test("the parts of a TOML table are found wherever they stand, with their comments", () => {
  const text = `# top
a.b = 1 # one
[x] # table
"q.r" = """
[no]
"""
# inside
y = [ # list
  1,
]

[[x.list]]
n = 1

[other]
'k' = {}

[x.sub]
z = 2
`;
  expect(showPart(text, "toml", "a.b")).toBe("2: a.b = 1 # one");
  expect(showPart(text, "toml", "x.y")).toBe("8: y = [ # list|  1,|]");
  expect(showPart(text, "toml", 'x["q.r"]')).toBe('4: "q.r" = """|[no]|"""');
  expect(showPart(text, "toml", "x")).toBe(
    '3: [x] # table|"q.r" = """|[no]|"""|# inside|y = [ # list|  1,|]||[[x.list]]|n = 1 … 18: [x.sub]|z = 2',
  );
  expect(showPart(text, "toml", "other.k")).toBe("16: 'k' = {}");
});

function shapeOfNode(node: DataNode): unknown {
  if (node.kind !== "array" && node.kind !== "object") return node.kind;
  return sorted(node.entries().map(({ key, node: item }) => [String(key), shapeOfNode(item)]));
}

function shapeOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return sorted(value.map((item: unknown, key) => [String(key), shapeOfValue(item)]));
  if (typeof value !== "object" || value === null) return typeof value;
  return sorted(Object.entries(value).map(([key, item]: [string, unknown]) => [key, shapeOfValue(item)]));
}

/** JavaScript puts keys that look like numbers first. */
function sorted(entries: readonly (readonly [string, unknown])[]): unknown {
  return entries.toSorted(([left], [right]) => (left < right ? -1 : 1));
}

test("the scan of a TOML text finds what its parser finds", () => {
  const key = fc.oneof(fc.string(), fc.constantFrom("a", "b.c", '"', "'", "\\e", "\u001b", "é"));
  const { any } = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { depthSize: "small" },
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constantFrom(1.5, '"""', "'''", "a\nb", "#", "\\", "\u0000\t\u001b"),
      fc.array(tie("any"), { maxLength: 3 }),
      fc.dictionary(key, tie("any"), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, any, { maxKeys: 4 }), (data) => {
      const text = stringify(data);
      expect(shapeOfNode(parseData(text, "toml"))).toEqual(shapeOfValue(parse(text)));
    }),
  );
});

test("JSON5 is read as far as it is JSON with comments, and says what works beyond", () => {
  expect(dataFormatOf("a.json5")).toBe("json5");
  expect(showPart('{\n  // c\n  "a": 1,\n}', "json5", "a")).toBe('3:   "a": 1,');
  expect(() => showPart("{\n  a: 'x',\n}", "json5", "a")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: JSON5 is read by key only where it is JSON with comments and trailing commas, which this is not: InvalidSymbol on line 2. Use pattern, or offset and limit.]`,
  );
});

test("an empty YAML file is empty", () => {
  for (const text of ["", "# only a comment\n", "---\n"]) {
    expect(() => showPart(text, "yaml", "a")).toThrow('There is nothing at "a". The file is empty (null).');
  }
});
