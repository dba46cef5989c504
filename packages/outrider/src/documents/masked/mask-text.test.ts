import fc from "fast-check";
import { expect, test } from "vitest";
import { maskText } from "./mask-text.ts";

test("keys and comments of .env stay, values go", () => {
  const text = [
    "# Database",
    "DB_URL=postgres://me:pw@host/db",
    'export API_KEY = "abc # no comment"',
    "EMPTY=",
    "KEY='line one",
    "line=two",
    "three'",
    "#OLD_TOKEN=abc",
    "# see https://me:secret@host/",
    "PEM=-----BEGIN KEY-----",
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC=",
    "-----END KEY-----",
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC==",
    "loose text",
    "LAST=1",
  ].join("\r\n");
  expect(maskText(".env", text)).toMatchInlineSnapshot(`
    "# Database
    DB_URL=***
    export API_KEY = ***
    EMPTY=
    KEY=***
    ***
    ***
    #OLD_TOKEN=***
    # see https://***@host/
    PEM=***
    ***
    ***
    ***
    ***
    LAST=***
    "
  `);
});

test("other secret files", () => {
  expect(maskText(".npmrc", "registry=https://x\n//x/:_authToken=abc\nalways-auth=true\n")).toBe(
    "registry=***\n//x/:_authToken=***\nalways-auth=***\n",
  );
  expect(maskText("secrets.yaml", "db:\n  pass: x\n  pem: |\n    MII=\n    key: v\n")).toBe(
    "db.pass: ***\ndb.pem: ***\n",
  );
  expect(maskText("secrets.json", '{"a":["x",{"b":1}],"c":{}}')).toBe("a[0]: ***\na[1].b: ***\nc: ***\n");
  expect(maskText("secrets.toml", 'a = "x"\n[t]\nb = 1\n')).toBe("a: ***\nt.b: ***\n");
  expect(maskText("secrets.json", '{"a": "x"\n"b": oops')).toBe("***\n***\n");
  expect(maskText("x.tfvars", 'token = <<EOF\nabc=1\nEOF\nlist = [\n  "x",\n]\n')).toBe(
    "token = ***\n***\n***\nlist = ***\n***\n***\n",
  );
});

test("aliases that multiply end", () => {
  const names = "abcdefghij".split("");
  const lines = names.map(
    (name, index) =>
      `${name}: &${name} [${Array(9)
        .fill(index === 0 ? "x" : `*${names[index - 1]}`)
        .join(",")}]`,
  );
  expect(maskText("secrets.yaml", lines.join("\n")).split("\n").length).toBeLessThan(2_010);
});

test("no value gets through, however it is written", () => {
  const secret = "s3cr3tVALUE";
  const quote = fc.constantFrom("", '"', "'", "`");
  const before = fc.constantFrom("", "export ", "  ", "# ", "#");
  const between = fc.constantFrom("=", " = ", "= ");
  const value = fc.constantFrom(secret, `a\n${secret}\nb`, `a=${secret}`, `${secret}=`, `x\\"${secret}`, `\n${secret}`);
  fc.assert(
    fc.property(fc.array(fc.tuple(before, between, quote, value), { maxLength: 5 }), (entries) => {
      const text = entries.map(([start, sign, mark, body]) => {
        const written = mark === "" ? body.replaceAll("\n", " ") : body;
        return `${start}KEY${sign}${mark}${written}${mark}\n`;
      });
      expect(maskText(".env", text.join(""))).not.toContain(secret);
    }),
  );
});
