import { expect, test } from "vitest";
import { splitLines, withoutEol } from "../workspace/text/line-ends.ts";
import { readSymbolBody } from "./symbol-body.ts";

const text = `import {
  a,
} from "a";
import b from "b";

const other = 1;

export class Box {
  skip() {}

  /** Doc. */
  @trace
  open(x: string): void;
  open(x: number): void;
  open(x: unknown): void {
    a(x);
  }
}
function close() {}
function closeAll() {}
`;

function read(wanted: string): string {
  const lines = splitLines(text).map(withoutEol);
  const body = readSymbolBody("box.ts", text, wanted);
  return (body?.ranges ?? []).map(({ start, end }) => lines.slice(start, end).join("\n")).join("\n…\n");
}

test("a symbol comes with its imports, the lines around it and its comments, overloads together", () => {
  expect(read("Box/open")).toMatchInlineSnapshot(`
    "import {
      a,
    } from "a";
    import b from "b";
    …
    export class Box {
    …
      /** Doc. */
      @trace
      open(x: string): void;
      open(x: number): void;
      open(x: unknown): void {
        a(x);
      }"
  `);
  expect(read("Box.open")).toBe(read("open"));
});

test("names are found exactly, then in any case, then by a part", () => {
  expect(read("close")).toContain("function close() {}");
  expect(read("CLOSEALL")).toContain("closeAll");
  expect(() => read("los")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: 2 symbols fit "los": close (line 19); closeAll (line 20). Give one of these paths.]`,
  );
  expect(() => read("opne")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: No symbol "opne" was recognised. Of 6, nearest first: Box/open (line 15); other (line 6); Box (line 8); Box/skip (line 9); close (line 19); closeAll (line 20). Use pattern, or offset and limit.]`,
  );
  expect(() => readSymbolBody("a.ts", "1;", "x")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: There is no symbol "x": none were recognised in the file. Use pattern, or offset and limit.]`,
  );
  expect(readSymbolBody("a.txt", "x", "x")).toBeUndefined();
});
