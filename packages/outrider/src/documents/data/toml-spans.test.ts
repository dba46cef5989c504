import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { isRecord } from "../../workspace/config/is-record.ts";
import { parseData } from "./data-format.ts";
import type { DataNode } from "./data-node.ts";

const texts: Readonly<Record<string, string>> = {
  "strings of several lines": `a = """\nx = 1 # no\n[t]\n"""\nb = '''\n''quoted'' \\ \n'''''\nc = """"two"""""\n`,
  "quotes of its own at both ends": `a = """""five"""""\nb = '''''x'''''\n`,
  escapes: String.raw`a = "\"] # \\"
b = "\\"
"\u00e9\t\"" = 5
"a\\" = 6
`,
  "dotted keys": `a.b.c = 1\na."b".d = 2\n"a"."x.y" = 3\n'a'.'z' = 4\na . e = 5\n`,
  "keys that look like values": `"" = 1\n1234 = 3\n-_ = 4\ntrue = 7\ninf = 8\n2024-01-02 = 9\n`,
  "arrays of tables": "[[p]]\nn = 1\n[p.sub]\nk = 1\n[[p.list]]\nv=1\n[[p.list]]\nv=2\n[[p]]\nn = 2\n[[p.list]]\nv=3\n",
  "a table behind the one in it": "[a.b]\nx=1\n[a]\ny=2\n[a.c]\nz=3\n",
  "inline tables": `t = { a = 1, "b c" = [ { x = 1 }, { x = 2, y.z = "}" } ], d = {} }\n`,
  "arrays in arrays": `a = [[1, [2]], ["]", '[', """\n]"""], []]\n`,
  "dates and times": `a = 1979-05-27T07:32:00Z\nb = 1979-05-27 07:32:00.999999-07:00\nc = 1979-05-27\nd = 07:32:00\ne = [1979-05-27, 07:32:00]\nf = 1979-05-27t07:32:00z\n`,
  numbers: `a = +1_000\nb = 0xDEAD_beef\nc = 0o7\nd = 0b1\ne = -inf\nf = nan\ng = 6.626e-34\nh = 1e1_0\n`,
  "line ends of Windows": `a = 1\r\n# c\r\n[t]\r\nb = """x\r\ny"""\r\nc = [\r\n  1, # one\r\n  2,\r\n]\r\n`,
  "a byte order mark": "\ufeffa = 1\nb = 2\n",
  comments: `# top\n[a] # header # more\nx = 1 # "quote\ny = [ # [\n # ]\n 1, 2 # }\n]\n#[no]\n`,
  "spaces around everything": `  [ a . "b" ]  \n\t x\t=\t1\t#c\n`,
  "no end of line": "a = 1",
  "tables without keys": "[a]\n[b]\n[c.d]\n[[e]]\n[[e]]\n",
};

test.each(Object.entries(texts))("%s: what stands at a key, read alone, is its value", (_title, text) => {
  visit(parseData(text, "toml"), parse(text));

  function visit(node: DataNode, value: unknown): void {
    const entries = node.entries();
    expect(entries.map(({ key }) => String(key)).toSorted()).toEqual(Object.keys(Object(value)).toSorted());
    for (const { key, node: child, spans } of entries) {
      const expected: unknown = Object.entries(Object(value)).find(([name]) => name === String(key))?.[1];
      if (child.kind === "object" || child.kind === "array") {
        visit(child, expected);
        continue;
      }
      expect(spans).toHaveLength(1);
      const written = text.slice(spans[0]?.start, spans[0]?.end);
      expect(innermost(parse(typeof key === "number" ? `item = ${written}` : written))).toEqual(expected);
    }
  }
});

function innermost(value: unknown): unknown {
  return isRecord(value) && !(value instanceof Date) ? innermost(Object.values(value)[0]) : value;
}
