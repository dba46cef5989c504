import fc from "fast-check";
import { expect, test } from "vitest";
import { textWidth } from "../../cli/text-width.ts";
import { createTextFlow } from "./text-flow.ts";

function flow(text: string, columns: number | undefined, cuts: readonly number[] = []): string {
  const texts = createTextFlow(columns);
  const places = [0, ...cuts.filter((cut) => cut < text.length).toSorted((one, other) => one - other), text.length];
  const shown = places.slice(1).map((end, index) => texts.push(text.slice(places[index], end)));
  return [...shown, texts.end()].join("");
}

test("lines are broken at words, items hang under themselves, and code keeps its lines", () => {
  const text = "One two three four five.\n\n- six seven eight nine ten\n```\na line of code that is long\n```\neleven";
  expect(flow(text, 17)).toBe(
    "One two three\nfour five.\n\n- six seven\n  eight nine ten\n```\na line of code that is long\n```\neleven",
  );
});

test("a text without spaces is shown as it comes, in lines that fit", () => {
  const texts = createTextFlow(13);
  const shown = ["私の名", "前は牛乳", "です。それ", "で"].map((piece) => texts.push(piece));
  expect(shown).toEqual(["私の", "名前は牛", "\n乳です。そ", "れ"]);
  expect(texts.end()).toBe("\nで");
});

test("what is hidden is shown, and counts in the width of its line", () => {
  expect(flow("one two\u200b\u200b three\r\nfour", 19)).toBe(
    String.raw`one` + "\n" + String.raw`two\u200b\u200b` + "\nthree\nfour",
  );
});

test("without a width nothing is changed", () => {
  expect(flow("a  b\n\n   c ".repeat(40), undefined)).toBe("a  b\n\n   c ".repeat(40));
});

test("however a text is cut, the same is shown: every word, in lines that fit", () => {
  const word = fc.stringMatching(/^[a-zカ。é]{1,9}$/);
  const text = fc
    .array(fc.tuple(word, fc.constantFrom(" ", " ", "\n", "\n\n", "\n- ")))
    .map((words) => words.flat().join(""));
  fc.assert(
    fc.property(text, fc.integer({ min: 24, max: 60 }), fc.array(fc.nat(200)), (words, columns, cuts) => {
      const shown = flow(words, columns, cuts);
      expect(shown).toBe(flow(words, columns));
      // A line may end before a letter of Japanese, nowhere else in a word.
      const wordsOf = (text: string) =>
        text
          .replaceAll(/\s*(?=カ)/g, " ")
          .split(/\s+/)
          .filter(Boolean);
      expect(wordsOf(shown)).toEqual(wordsOf(words));
      expect(shown.split("\n").filter((line) => textWidth(line.trimEnd()) > columns)).toEqual([]);
    }),
  );
});
