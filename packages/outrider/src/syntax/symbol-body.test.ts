import { expect, test } from "vitest";
import typescript from "../languages/typescript/index.ts";
import { splitLines, withoutEol } from "../workspace/text/line-ends.ts";
import { extractSymbols } from "./extract/extract-symbols.ts";
import { readSymbolBody } from "./symbol-body.ts";

const box = `import {
  a,
} from "a";
import b from "b";

const other = 1;

export class Box
  extends b
  implements Iterable<string>
{
  @trace
  skip() {}

  /**
   * Doc.
   */
  open(x: string): void;
  open(x: number): void;
  open(x: unknown): void {
    a(x);
  }
}
function close() {}
function closeAll() {}
`;

async function read(wanted: string, text = box): Promise<string> {
  const lines = splitLines(text).map(withoutEol);
  const symbols = await extractSymbols(typescript, { file: "box.ts", text });
  if (symbols === undefined) throw new Error("no symbols");
  const { name, ranges } = readSymbolBody(symbols, text, wanted);
  return [name, ...ranges.map(({ start, end }) => lines.slice(start, end).join("\n"))].join("\n…\n");
}

test("a symbol comes with the headers around it and its comments, overloads together", async () => {
  expect(await read("Box/open")).toMatchInlineSnapshot(`
    "Box/open
    …
    export class Box
      extends b
      implements Iterable<string>
    {
    …
      /**
       * Doc.
       */
      open(x: string): void;
      open(x: number): void;
      open(x: unknown): void {
        a(x);
      }"
  `);
  for (const wanted of ["Box.open", "open", "Box::open", "open()", " box/OPEN "]) {
    expect(await read(wanted)).toBe(await read("Box/open"));
  }
});

test("one of several that are the same otherwise is found by its number, from 0 on", async () => {
  expect(await read("open[1]")).toMatchInlineSnapshot(`
    "Box/open[1]
    …
    export class Box
      extends b
      implements Iterable<string>
    {
    …
      open(x: number): void;"
  `);
  expect(await read("close[0]")).toContain("function close() {}");
  await expect(read("open[3]")).rejects.toThrowErrorMatchingInlineSnapshot(
    `[ToolError: There is no "open[3]"; there are 3, from [0] on: Box/open[0] (line 18); Box/open[1] (line 19); Box/open[2] (line 20).]`,
  );
});

test("line ends of other systems and non-ASCII text do not move the lines", async () => {
  const text = `// 🎉 é\r\n${box.replaceAll("\n", "\r\n")}`;
  expect(await read("closeAll", text)).toContain("\n…\nfunction closeAll() {}");
  expect(await read("Box/skip", text)).toContain(
    "…\nexport class Box\n  extends b\n  implements Iterable<string>\n{\n  @trace\n  skip() {}",
  );
});

test("names are found exactly, then in any case, then by a part", async () => {
  expect(await read("close")).toContain("function close() {}");
  expect(await read("CLOSEALL")).toContain("closeAll");
  await expect(read("los")).rejects.toThrowErrorMatchingInlineSnapshot(
    `[ToolError: 2 symbols fit "los": close (line 24); closeAll (line 25). Give one of these paths.]`,
  );
  await expect(read("opne")).rejects.toThrowErrorMatchingInlineSnapshot(
    `[ToolError: There is no symbol "opne". Of 6, nearest first: Box/open[2] (line 20); other (line 6); Box (line 8); Box/skip (line 13); close (line 24); closeAll (line 25). Use pattern, or offset and limit.]`,
  );
  await expect(read("x", "1;")).rejects.toThrowErrorMatchingInlineSnapshot(
    `[ToolError: There is no symbol "x": the file declares none. Use pattern, or offset and limit.]`,
  );
});
