import type { Pieces } from "toolwright/cli";
import { expect, test } from "vitest";
import { describeIncomplete } from "../../tools/describe-incomplete.ts";
import { format } from "../../tools/semantic_search/format.ts";
import type { Output } from "../../tools/semantic_search/schema.ts";
import { openScope, project, signal, survey } from "./demo.test-kit.ts";
import { isPartial, judgeAnswer } from "./judge-answer.ts";
import { createPlainMeter, type PlainCost } from "./plain-cost.ts";
import { planTour } from "./plan-tour.ts";
import { showTotal, showVisit } from "./show-visit.ts";
import { takeTour, type Visit } from "./take-tour.ts";

const body = "{\n  return 1;\n}\n";
const place = { path: "src/a.ts", line: 12, name: "Door/open" };
const hit = (file: string, lines: string): Output["hits"][number] => ({ file, lines, score: 0.5, signature: "f()" });
const answerOf = (hits: Output["hits"], partial: readonly string[] = []): string =>
  format({ hits, total: hits.length, ...(partial.length === 0 ? {} : { partial: [...partial] }) });

const textOf = (pieces: Pieces): string =>
  pieces.map((piece) => (typeof piece === "string" ? piece : piece.text)).join("");

const gate = `/** Opens the heavy door as soon as somebody knocks. */\nexport function unlockGate() ${body}`;
const queue = `/** Counts how many people wait before the counter. */\nexport function queueLength() ${body}`;
const lamp = `/** Lights the lanterns along the garden wall. */\nexport function lightLamps() ${body}`;

test("the question is the comment of what most files speak of, the one shown aside, and its place is known", async () => {
  const { symbol, question } = await survey({
    "src/a.ts": gate,
    "src/b.ts": lamp + queue,
    "src/c.ts": "unlockGate();\nqueueLength();\n",
    "src/d.ts": "unlockGate();\n",
  });
  expect(symbol?.name).toBe("unlockGate");
  expect(question).toEqual({
    words: "Counts how many people wait before the counter",
    in: "code",
    place: { path: "src/b.ts", line: 6, name: "queueLength" },
  });
});

test("where only one is documented, it is asked for, too", async () => {
  expect((await survey({ "src/a.ts": gate })).question?.place).toEqual({
    path: "src/a.ts",
    line: 2,
    name: "unlockGate",
  });
});

test("a comment that names its declaration, stands twice, is cut short or marked up is not asked for", async () => {
  const documented = (doc: string, name: string): string => `/** ${doc} */\nexport function ${name}() ${body}`;
  const { question } = await survey({
    "src/a.ts": [
      documented("Calls lockGate and waits until every visitor has left.", "lockGate"),
      documented("Tells every waiting visitor about closing time.", "warnFirst"),
      documented("Tells every waiting visitor about closing time.", "warnSecond"),
      documented(`Walks ${"round the whole large building ".repeat(8)}again.`, "walkRound"),
      documented("Gives the {@link Gate} with every visitor inside.", "giveGate"),
      documented("Returns it.", "returnIt"),
      documented("Sweeps the courtyard under the autumn leaves.", "twice"),
    ].join("\n"),
    "src/b.ts": `export function twice() ${body}`,
    "src/a.test.ts": documented("Proves that visitors find the way home.", "proveHome"),
  });
  expect(question).toBeUndefined();
});

test("without comments a heading is asked for, among the documents", async () => {
  const { question, ...rest } = await survey({
    "docs/gate.md": "# Gate\n\nText.\n\n## Repairing broken hinges during cold winters\n\nText.\n",
  });
  expect(question?.place).toEqual({
    path: "docs/gate.md",
    line: 5,
    name: "Repairing broken hinges during cold winters",
  });
  expect(planTour({ ...rest, question }, true).stops.find(({ tool }) => tool === "semantic_search")).toMatchObject({
    input: { query: "Repairing broken hinges during cold winters", in: "docs" },
    plain: { words: ["repairing", "broken", "hinges", "cold", "winters"], until: "docs/gate.md" },
  });
});

test("an answer is judged by the lines of its hits", () => {
  const other = hit("src/b.ts", "1-90");
  const judge = (answer: string): readonly [boolean, string] => {
    const { found, words } = judgeAnswer(answer, place);
    return [found, words.replace("The words were taken from Door/open (src/a.ts:12): ", "")];
  };
  const early = answerOf([other], describeIncomplete({ done: 120, total: 900 }));
  expect(judge(answerOf([other, hit("src/a.ts", "10-14")]))).toEqual([true, "hit 2 of 2."]);
  expect(judge(answerOf([hit("src/a.ts", "12")]))).toEqual([true, "hit 1 of 1."]);
  expect(judge(answerOf([other, hit("src/a.ts", "13-20")]))).toEqual([
    false,
    "not found; other lines of its file are hit 2 of 2.",
  ]);
  expect(judge(answerOf([other]))).toEqual([false, "not found."]);
  expect(judge(early)).toEqual([false, "not found so far."]);
  expect([isPartial(early), isPartial(answerOf([other], ["by words alone: no model"]))]).toEqual([true, false]);
});

test("an early answer is asked for again, not for ever, and the tour says so", async () => {
  const stop = {
    question: "Which code?",
    tool: "semantic_search",
    input: { query: "door" },
    plain: { file: "a" },
    expected: place,
  };
  const early = answerOf([hit("src/b.ts", "1-3")], describeIncomplete({ done: 1, total: 9 }));
  const whole = answerOf([hit("src/a.ts", "10-14")]);
  const visit = async (answers: readonly string[], ms: number): Promise<Visit> => {
    const left = [...answers];
    const call = async () => ({ text: left.shift() ?? early, failed: false, ms, tokens: 40 });
    const plain = async () => ({ words: "rg", tokens: 80, ms: 1, partial: false });
    const visits = takeTour([stop], { call, tools: ["semantic_search"] }, plain);
    for await (const each of visits) return each;
    throw new Error("Nothing was visited.");
  };
  const show = (each: Visit): string => textOf(showVisit(each, 1, undefined));

  const found = await visit([early, early, whole], 3_000);
  expect(found).toMatchObject({ asked: 3, answer: { text: whole, ms: 9_000, tokens: 40 } });
  expect(show(found)).toMatchInlineSnapshot(`
    "
    1. Which code?
      semantic_search {"query":"door"}
      │ src/a.ts:10-14 0.50 f()
      The words were taken from Door/open (src/a.ts:12): hit 1 of 1.
      Asked 3 times, until all files were read; the last answer is counted.
      40 tokens, 9000 ms   rg: 80 tokens, 1 ms (2.0×)"
  `);
  expect(show(await visit([whole], 5))).not.toContain("Asked");

  const slow = await visit([], 3_000);
  // Where the right place was not found, there is nothing to compare.
  expect(slow).toMatchObject({ asked: 5, answer: { ms: 15_000 }, plain: undefined });
  expect(show(slow)).toContain("Asked 5 times, and not all files are read yet; the last answer is counted.");
  expect(await visit([], 1)).toMatchObject({ asked: 6 });
});

test("the plain way goes by the rarest words, and reads until it has the right file", async () => {
  const root = project({
    "a.txt": "door heavy\n",
    "b.txt": "door\n",
    "c.txt": `the Heavy door KNOCKS\n${"more text\n".repeat(200)}`,
    "d.txt": "door heavy\n",
    "e.txt": "heavy\n",
  });
  const words = ["door", "heavy", "knocks", "absent"];
  const cost = await createPlainMeter(root, openScope(), signal)({ words, until: "c.txt" });
  expect(cost).toMatchObject({ words: "rg -l and 1 whole file", partial: false });
  expect(cost.tokens).toBeGreaterThan(400);
  // Of those that have most of the words, "d.txt" comes behind "a.txt" and "c.txt".
  const measure = createPlainMeter(root, openScope(), signal);
  expect(await measure({ words, until: "d.txt" })).toMatchObject({ words: "rg -l and 3 whole files" });
  const again = await measure({ words, until: "d.txt" });
  expect(again.tokens).toBeLessThan(60);
  expect(await measure({ words: ["absent"], until: "d.txt" })).toMatchObject({
    words: "rg -l: not in the first 0 files",
    tokens: 0,
  });
});

test("a way in vain is not compared, and has read nothing", async () => {
  const files = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [`${name}.txt`, "door\n"]));
  const measure = createPlainMeter(project(files), openScope(), signal);
  const plain = await measure({ words: ["door"], until: "f.txt" });
  expect(plain).toMatchObject({ words: "rg -l: not in the first 5 files", tokens: 0, isInVain: true });
  expect(await measure({ file: "a.txt" })).toMatchObject({ words: "whole file" });

  const visitOf = (tokens: number, way: PlainCost): Visit => ({
    stop: { question: "Which?", tool: "semantic_search", input: {} },
    answer: { text: "", failed: false, ms: 1, tokens },
    asked: 1,
    plain: way,
  });
  const found = { words: "rg", tokens: 80, ms: 1, partial: false };
  expect(textOf(showTotal([visitOf(40, found), visitOf(1_000, plain)], undefined))).toContain(
    "Outrider 40 tokens, search and whole files 80 (2.0×)",
  );
});

test("files in folders are found by their words", async () => {
  const measure = createPlainMeter(project({ "src/deep/a.txt": "door\n" }), openScope(), signal);
  expect(await measure({ words: ["door"], until: "src/deep/a.txt" })).toMatchObject({
    words: "rg -l and 1 whole file",
  });
});
