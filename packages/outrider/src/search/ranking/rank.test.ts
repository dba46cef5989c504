import { expect, test } from "vitest";
import { languageOf } from "../../languages/language-of.ts";
import { extractSymbols } from "../../syntax/extract/extract-symbols.ts";
import { chunkText } from "../chunks/chunk-text.ts";
import { createLexicalIndex } from "../lexical/lexical-index.ts";
import type { FileTerms } from "../records/file-terms.ts";
import { readTerms } from "../records/read-terms.ts";
import type { NearestChunk } from "../stores/vector-store.ts";
import type { Corpus } from "./corpus.ts";
import { finishRanking, prepareRanking, type PrepareOptions, type Ranking } from "./rank.ts";

async function termsOf(file: string, text: string): Promise<FileTerms> {
  const language = languageOf(file);
  if (language === undefined) throw new Error(`no language for ${file}`);
  const symbols = (await extractSymbols(language, { file, text })) ?? {
    language: language.id,
    symbols: [],
    broken: true,
  };
  return readTerms({
    text,
    symbols,
    chunks: chunkText(text, symbols.symbols),
    note: text.startsWith("// generated") ? "generated" : undefined,
  });
}

/** Paths serve as keys of contents. */
async function corpusOf(files: Readonly<Record<string, string>>): Promise<Corpus> {
  const index = createLexicalIndex<string>();
  const records = new Map<string, FileTerms>();
  for (const [file, text] of Object.entries(files)) records.set(file, await termsOf(file, text));
  index.add([...records]);
  return {
    index,
    facts: (file) => {
      const record = records.get(file);
      return record && { paths: [file], language: record.language, note: record.note };
    },
  };
}

function ask(corpus: Corpus, query: string, dense?: readonly NearestChunk[], options: PrepareOptions = {}): Ranking {
  return finishRanking(prepareRanking(query, corpus, options), dense, { explain: true });
}

function pathsOf({ hits }: Ranking): readonly string[] {
  return [...new Set(hits.map(({ path }) => path))];
}

const filler = (word: string): string =>
  Array.from({ length: 12 }, (_, at) => `  ${word}.step${at}(value${at}, "${word} ${at}");\n`).join("");

const files = {
  "src/sessions.ts": `/** Keeps state between requests. */\nexport class Session {\n  send(request: Request) {\n${filler("request")}  }\n}\n`,
  "src/users-of-session.ts": `import { Session } from "./sessions.ts";\nexport function login(session: Session) {\n${filler("session")}}\nexport function logout(session: Session) {\n${filler("session")}}\n`,
  "src/parse-url.ts": `/** Reads the parts of an address. */\nexport function parseUrl(text: string) {\n${filler("url")}}\n`,
  "test/parse-url.test.ts": `import { parseUrl } from "../src/parse-url.ts";\n/** Reads the parts of an address. */\nexport function parseUrl2(text: string) {\n${filler("url")}}\n`,
  "src/gen/parse-url.ts": `// generated\n/** Reads the parts of an address. */\nexport function parseUrl3(text: string) {\n${filler("url")}}\n`,
  "src/cookies/index.ts": `export function store(name: string) {\n${filler("jar")}}\n`,
  "src/cookies/expiry.ts": `export function expires(name: string) {\n${filler("cookie")}}\n`,
  "src/unrelated.ts": `export const colours = ["red", "green", "blue"];\n`,
};

test("The place that declares a name comes before those that use it", async () => {
  const corpus = await corpusOf(files);
  for (const query of ["Session", "session", "class Session"]) {
    const { kind, hits } = ask(corpus, query);
    expect(kind).toBe("symbol");
    expect(hits[0]?.path).toBe("src/sessions.ts");
  }
  expect(ask(corpus, "Session.send").hits[0]?.path).toBe("src/sessions.ts");
  expect(ask(corpus, "parse_url").hits[0]?.path).toBe("src/parse-url.ts");
});

test("Tests and generated files come behind what they are about", async () => {
  const corpus = await corpusOf(files);
  const paths = pathsOf(ask(corpus, "read the parts of an address"));
  expect(paths[0]).toBe("src/parse-url.ts");
  expect(paths).toContain("test/parse-url.test.ts");
  expect(paths).toContain("src/gen/parse-url.ts");
});

test("A file that stands for its folder has the folder's name", async () => {
  const corpus = await corpusOf(files);
  expect(pathsOf(ask(corpus, "cookies")).slice(0, 2)).toEqual(["src/cookies/index.ts", "src/cookies/expiry.ts"]);
});

test("While others are unread, what is only close in meaning is no answer", async () => {
  const corpus = await corpusOf(files);
  const near = (content: string) => ({ content, chunk: 0, score: 0.9 });
  const prepared = () => prepareRanking("cookies", corpus, {});
  const dense = [near("src/unrelated.ts")];
  expect(pathsOf(finishRanking(prepared(), dense, {}))).toContain("src/unrelated.ts");
  const worded = finishRanking(prepared(), dense, { worded: true });
  expect(pathsOf(worded)).toEqual(["src/cookies/index.ts", "src/cookies/expiry.ts"]);
  expect(worded.total).toBe(2);
});

test("Abbreviations, word forms and words written together are found", async () => {
  const corpus = await corpusOf({
    "a.ts": `export class WebSocketServer {\n${filler("this")}}\n`,
    "b.ts": `export function readCfg() {\n${filler("cfg")}}\n`,
    "c.ts": `export function nothing() {\n${filler("other")}}\n`,
  });
  expect(pathsOf(ask(corpus, "how does the web socket listen"))[0]).toBe("a.ts");
  expect(pathsOf(ask(corpus, "websocket"))[0]).toBe("a.ts");
  expect(pathsOf(ask(corpus, "reading the configuration"))[0]).toBe("b.ts");
});

test("Of two that fit alike, the one that the others name comes first", async () => {
  const writes = (where: string): string => `export class Record {\n  to = "${where}";\n${filler("entry")}}\n`;
  const corpus = await corpusOf({
    "src/first-sink.ts": writes("north"),
    "src/log-writer.ts": writes("south"),
    "src/a.ts": `export function one(entry: Entry) {\n  return new LogWriter(entry);\n}\n`,
    "src/b.ts": `export function two(entry: Entry) {\n  return logWriter(entry);\n}\n`,
    "src/c.ts": `export function three(entry: Entry) {\n  return entry;\n}\n`,
  });
  const { hits } = ask(corpus, "how an entry becomes a record");
  expect(hits[0]?.path).toBe("src/log-writer.ts");
  expect(hits[0]?.parts?.map(({ name }) => name)).toContain("cited");
  expect(hits.find(({ path }) => path === "src/first-sink.ts")?.parts?.map(({ name }) => name)).not.toContain("cited");
});

test("What a question begins with counts more than what it ends with", async () => {
  const corpus = await corpusOf({
    "src/a.ts": `export function one() {\n${filler("giraffe")}}\n`,
    "src/b.ts": `export function two() {\n${filler("zebra")}}\n`,
    "src/c.ts": files["src/unrelated.ts"],
  });
  expect(ask(corpus, "zebra beside giraffe").hits[0]?.path).toBe("src/b.ts");
  expect(ask(corpus, "giraffe beside zebra").hits[0]?.path).toBe("src/a.ts");
});

test("A trace leads to its files and lines", async () => {
  const corpus = await corpusOf(files);
  const trace = `TypeError: colours is not a function\n    at login (/home/me/project/src/users-of-session.ts:22:5)\n    at src/unrelated.ts:1:1`;
  const { kind, hits } = ask(corpus, trace);
  expect(kind).toBe("trace");
  expect(hits.slice(0, 2).map(({ path }) => path)).toEqual(["src/users-of-session.ts", "src/unrelated.ts"]);
  const at = hits.find(({ path }) => path === "src/users-of-session.ts");
  const slot = corpus.index.slots.get("src/users-of-session.ts");
  // Line 22 is in `logout`, the second function.
  expect(slot?.segment.lines[(slot.segment.firstChunk[slot.content] ?? 0) + (at?.chunk ?? 0)]).toBeGreaterThan(12);
});

test("Every file shows its best chunk before any shows a third", async () => {
  const corpus = await corpusOf({
    "large.ts": Array.from({ length: 8 }, (_, at) => `export function cache${at}() {\n${filler("cache")}}\n`).join(
      "\n",
    ),
    "one.ts": `export function cacheOne() {\n${filler("cache")}}\n`,
    "two.ts": `export function cacheTwo() {\n${filler("cache")}}\n`,
  });
  const { hits } = ask(corpus, "cache eviction steps");
  expect(new Set(hits.slice(0, 4).map(({ path }) => path)).size).toBe(3);
  expect(hits.filter(({ path }) => path === "large.ts").length).toBeGreaterThan(3);
});

test("Whoever wants the first few gets those of the whole list, and its length", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      `src/file${at}.ts`,
      Array.from({ length: 1 + (at % 4) }, (__, n) => `export function cache${n}() {\n${filler("cache")}}\n`).join(
        "\n",
      ) + filler("eviction").repeat(at % 3),
    ]),
  );
  const corpus = await corpusOf(many);
  for (const query of ["cache eviction steps", "cache", "eviction"]) {
    const all = ask(corpus, query);
    expect(all.hits).toHaveLength(all.count);
    for (const first of [1, 2, 5, 10, 1_000]) {
      const some = finishRanking(prepareRanking(query, corpus, {}), undefined, { explain: true, first });
      expect(some.hits.slice(0, first)).toEqual(all.hits.slice(0, first));
      expect([some.count, some.ranked, some.total]).toEqual([all.count, all.ranked, all.total]);
    }
  }
});

test("The order is the same every time, whatever the order of indexing", async () => {
  const forwards = await corpusOf(files);
  const backwards = await corpusOf(Object.fromEntries(Object.entries(files).toReversed()));
  for (const query of ["Session", "request url steps", "value"]) {
    const first = ask(forwards, query).hits.map(({ path, chunk }) => [path, chunk]);
    expect(ask(forwards, query).hits.map(({ path, chunk }) => [path, chunk])).toEqual(first);
    expect(ask(backwards, query).hits.map(({ path, chunk }) => [path, chunk])).toEqual(first);
  }
});

test("No place is told twice, scores fall, and their parts sum up to them", async () => {
  const corpus = await corpusOf(files);
  const dense = [...corpus.index.slots.keys()].map((content, at) => ({ content, chunk: 0, score: 0.9 - at / 10 }));
  for (const near of [undefined, dense]) {
    const { hits, total } = ask(corpus, "url request value", near);
    expect(new Set(hits.map(({ content, chunk }) => `${content} ${chunk}`)).size).toBe(hits.length);
    expect(total).toBe(new Set(hits.map(({ content }) => content)).size);
    let last = 1;
    for (const { score, parts } of hits) {
      expect(score).toBeLessThanOrEqual(last);
      expect(score).toBeGreaterThanOrEqual(0);
      last = score;
      expect((parts ?? []).reduce((sum, { value, weight }) => sum + value * weight, 0)).toBeCloseTo(score, 4);
    }
  }
});

test("What only vectors find is found, and what is filtered is not", async () => {
  const corpus = await corpusOf(files);
  const dense = [{ content: "src/unrelated.ts", chunk: 0, score: 0.9 }];
  expect(pathsOf(ask(corpus, "palette"))).toEqual([]);
  expect(pathsOf(ask(corpus, "palette", dense))).toEqual(["src/unrelated.ts"]);
  const tests: Corpus = {
    ...corpus,
    facts: (content) => (content.startsWith("test/") ? corpus.facts(content) : undefined),
  };
  expect(pathsOf(ask(tests, "parse url", dense))).toEqual(["test/parse-url.test.ts"]);
});

test("Vectors of paths count when words can be encoded at once", async () => {
  const corpus = await corpusOf({
    "network/wire.ts": "export const a = 1;\n",
    "zebra/other.ts": "export const a = 1;\n",
  });
  const encodeWords = (words: readonly string[]): Float32Array =>
    Float32Array.from([words.includes("network") || words.includes("internet") ? 1 : 0, 0.1]);
  const dense = ["network/wire.ts", "zebra/other.ts"].map((content) => ({ content, chunk: 0, score: 0.5 }));
  const { hits } = ask(corpus, "internet", dense, { encodeWords });
  expect(hits[0]?.path).toBe("network/wire.ts");
  expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? 1);
});

test("What has no word of the question has to be near enough to it", async () => {
  const corpus = await corpusOf({ "near.ts": "export const a = 1;\n", "far.ts": "export const zebra = 1;\n" });
  const dense = [
    { content: "near.ts", chunk: 0, score: 0.6 },
    { content: "far.ts", chunk: 0, score: 0.2 },
  ];
  expect(ask(corpus, "internet", dense).hits.map(({ path }) => path)).toEqual(["near.ts"]);
  // Less will do where no file has a word of it.
  const guess = [{ content: "near.ts", chunk: 0, score: 0.3 }];
  expect(pathsOf(ask(corpus, "internet", guess))).toEqual(["near.ts"]);
  expect(pathsOf(ask(corpus, "internet zebra", [...guess, { content: "far.ts", chunk: 0, score: 0.1 }]))).not.toContain(
    "near.ts",
  );
});

test("A change between the two steps is in the answer", async () => {
  const corpus = await corpusOf(files);
  const prepared = prepareRanking("parse url", corpus, {});
  corpus.index.remove("src/parse-url.ts");
  expect(pathsOf(finishRanking(prepared, undefined, {}))).not.toContain("src/parse-url.ts");
  const second = prepareRanking("parse url", corpus, {});
  finishRanking(second, undefined, {});
  expect(() => finishRanking(second, undefined, {})).toThrow(/prepare the question again/);
});

test("Questions that are asked at the same time do not mix", async () => {
  const corpus = await corpusOf(files);
  const alone = [ask(corpus, "parse url"), ask(corpus, "Session")];
  const [one, two] = [prepareRanking("parse url", corpus, {}), prepareRanking("Session", corpus, {})];
  const second = finishRanking(two, undefined, { explain: true });
  expect([finishRanking(one, undefined, { explain: true }), second]).toEqual(alone);
});

test.each(["", "   ", "the of a", "?!", "日本語", "x".repeat(5_000)])(
  "%# asks for nothing and gets nothing",
  async (query) => {
    expect(ask(await corpusOf(files), query)).toMatchObject({ total: 0, hits: [] });
  },
);
