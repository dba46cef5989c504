import { expect, test } from "vitest";
import { joinPieces } from "../../cli/styled-text.ts";
import { textWidth } from "../../cli/text-width.ts";
import { type EndedCall, renderCall } from "./call-line.ts";

const ok: EndedCall = {
  title: "Read file",
  input: '{"path":"src/a.ts","limit":3}',
  status: "ok",
  text: "",
  durationMs: 12.4,
  tokens: 1_234,
};

function render(call: Partial<EndedCall>, columns?: number): string {
  return joinPieces(renderCall({ ...ok, ...call }, columns), false, (text) => text);
}

test.each<[Partial<EndedCall>, string]>([
  [{}, "✓ Read file  path=src/a.ts, limit=3  12 ms · 1,234 tokens"],
  [{ exit: 0 }, "✓ Read file  path=src/a.ts, limit=3  12 ms · 1,234 tokens"],
  [{ exit: 3 }, "✗ Read file  path=src/a.ts, limit=3  exit 3 · 12 ms · 1,234 tokens"],
  [{ exit: "SIGKILL" }, "✗ Read file  path=src/a.ts, limit=3  ended by SIGKILL · 12 ms · 1,234 tokens"],
  [{ input: "{", tokens: 1 }, "✓ Read file  {  12 ms · 1 token"],
  [{ status: "tool_error", text: "\nNo such file.\nNext: tree" }, "✗ Read file  No such file.  12 ms · 1,234 tokens"],
  [{ status: "denied", text: "Never." }, "– Read file  denied: Never.  12 ms · 1,234 tokens"],
  [{ status: "cancelled", durationMs: 65_000 }, "– Read file  cancelled  1 min 5 s · 1,234 tokens"],
  [{ input: '{"a":"x\\u001b[2J\\u202e\\ny"}' }, "✓ Read file  a=x\\u001b[2J\\u202e y  12 ms · 1,234 tokens"],
])("%j", (call, line) => expect(render(call)).toBe(line));

test("on a narrow terminal the arguments give way", () => {
  expect(render({}, 48)).toBe("✓ Read file  path=src/a.…  12 ms · 1,234 tokens");
  for (const columns of [34, 40, 48, 60, 80]) expect(textWidth(render({}, columns))).toBeLessThan(columns + 1);
  const long = { title: "A tool with a very long name, that nobody can read" };
  expect(render(long, 40)).toBe("✓ A tool with a…  12 ms · 1,234 tokens");
  expect(render({}, 30)).toBe("✓ Read file  12 ms · 1,234 tokens");
});
