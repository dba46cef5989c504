import fc from "fast-check";
import { expect, test } from "vitest";
import { parseOutline, readOutline, reviseOutline } from "./outline.ts";
import { parseHeadings } from "./parse-headings.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

const { signal } = new AbortController();
const pieces =
  "# a|## b|### [ref]|x|||===|---|```|~~~|- # l|- i|  more|    code|> # q|<div>|<!--|-->|+++|a: 1|[ref]: /x|\t# t|1. one";
const line = fc.constantFrom(...pieces.split("|"), "| r | s |", "| - | - |");
const document = fc.array(line, { maxLength: 40 });

test("a text parsed in slices has the headings that it has as a whole", () => {
  fc.assert(
    fc.property(document, fc.integer({ min: 1, max: 30 }), (lines, chars) => {
      const whole = [...finish(parseHeadings(lines, { chars: 1_000_000 }))];
      expect(finish(parseHeadings(lines, { chars }))).toEqual(whole);
    }),
    { numRuns: proofSize(2_000, 200) },
  );
});

function finish<Value>(steps: Generator<void, Value>): Value {
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

test("an outline that is revised after a change is the one of the new text", () => {
  const withoutReferences = document.map((lines) => lines.filter((each) => !each.includes("[ref]")));
  fc.assert(
    fc.property(
      withoutReferences,
      withoutReferences,
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      (lines, added, at, length, ended) => {
        const from = at % (lines.length + 1);
        const to = Math.min(lines.length, from + (length % 6));
        const changed = [...lines.slice(0, from), ...added, ...lines.slice(to)];
        const end = ended ? "\n" : "";
        const text = changed.join("\n") + end;
        const revised = reviseOutline(parseOutline(lines.join("\n") + end), text, { from, to, count: added.length });
        const { headings, lineCount, bodyLine } = parseOutline(text);
        expect(revised).toMatchObject({ headings, lineCount, bodyLine });
      },
    ),
    { numRuns: proofSize(3_000, 300) },
  );
});

test("others have their turn while a long text is parsed", async () => {
  const text = "## Part\n\n- an item with some *words* in it\n- one more\n\n".repeat(15_000);
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const outline = await readOutline(text, { signal });
  isDone = true;
  expect(outline).toEqual(parseOutline(text));
  expect(turns).toBeGreaterThan(text.length / (64 * 1024));
});

test("a call that was given up parses no further", async () => {
  const text = "## Part\n\ntext\n\n".repeat(20_000);
  await expect(readOutline(text, { signal: AbortSignal.abort(new Error("given up")) })).rejects.toThrow("given up");
});
