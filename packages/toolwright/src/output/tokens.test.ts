import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import * as fc from "fast-check";
import { countTokens as countWhole } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { countPiece } from "./o200k.ts";
import { sliceText, countTokens, fitsTokens } from "./tokens.ts";
import { proofSize } from "../../test/proof-size.ts";

const sourceOf = (file: string) => readFile(join(import.meta.dirname, file), "utf8");

verifies(
  "output:tokens-exact",
  "code and prose in several scripts count as the tokenizer counts them whole",
  async () => {
    const prose =
      "Привет, мир! 今天天气很好,我们去公园。 สวัสดีชาวโลก नमस्ते दुनिया 👩‍👩‍👧 don't WE'LL naïve café — “quoted” 12345.67\r\n\t\n";
    const code = (await Promise.all(["guard.ts", "bound.test.ts"].map(sourceOf))).join("\n");
    for (const text of [prose.repeat(300), code.repeat(8), JSON.stringify(code).repeat(8), prose]) {
      expect(await countTokens(text)).toBe(countWhole(text));
    }
  },
);

verifies("output:tokens-exact", "no way to slice changes the count", () => {
  const words = [
    "a",
    "Word",
    "WORDS",
    "don't",
    "'s",
    "'",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\t",
    "/",
    "//",
    "};",
    "字",
    "。",
    "é",
    "e\u0301",
  ];
  const odd = [
    "\u0301",
    "12",
    "3456",
    "٣",
    "😀",
    "👩‍👧",
    "\ud800",
    "\u00a0",
    "\u2028",
    "=",
    "-->",
    "_x",
    "<|endoftext|>",
    "ǅ",
    "ˇ",
    "नमस्ते दुनिया",
    "विश्वविद्यालय",
  ];
  const text = fc
    .array(fc.constantFrom(...words, ...odd), { minLength: 300, maxLength: 900 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 2000 }), (value, sliceLength) => {
      const slices = [...sliceText(value, sliceLength)].map((slice) => slice.text);
      expect(slices.join("")).toBe(value);
      expect(slices.reduce((sum, slice) => sum + countPiece(slice), 0)).toBe(countPiece(value));
    }),
    { numRuns: proofSize(300, 60) },
  );
});

verifies("output:tokens-plain", "an answer that quotes <|endoftext|> is counted", async () => {
  expect(await countTokens("a <|endoftext|> b <|im_start|>")).toBeGreaterThan(8);
  expect(await countTokens("")).toBe(0);
});

const refusesToLoad: Plugin = {
  name: "refuses-to-load",
  setup: (build) => {
    build.onResolve({ filter: /^gpt-tokenizer/ }, () => ({ path: "tokenizer", namespace: "refusing" }));
    build.onLoad({ filter: /.*/, namespace: "refusing" }, () => ({
      contents: "throw new Error('loaded')",
      loader: "js",
    }));
  },
};

verifies("output:tokens-lazy", "short and huge texts are judged where the tokenizer cannot be loaded", async () => {
  const outdir = await mkdtemp(join(tmpdir(), "toolwright-tokens-"));
  try {
    const entryPoints = [join(import.meta.dirname, "tokens.ts")];
    await build({
      entryPoints,
      outdir,
      plugins: [refusesToLoad],
      bundle: true,
      splitting: true,
      format: "esm",
      outExtension: { ".js": ".mjs" },
      logLevel: "error",
    });
    const bare: unknown = await import(pathToFileURL(join(outdir, "tokens.mjs")).href);
    if (!isTokens(bare)) throw new Error("not the module");
    expect(await bare.fitsTokens("x".repeat(1000), 1000)).toBe(true);
    expect(await bare.fitsTokens("é".repeat(500), 1000)).toBe(true);
    expect(await bare.fitsTokens("x".repeat(128_001), 1000)).toBe(false);
    await expect(bare.fitsTokens("x".repeat(1001), 1000)).rejects.toThrow("loaded");
    await expect(bare.fitsTokens("é".repeat(501), 1000)).rejects.toThrow("loaded");
  } finally {
    await rm(outdir, { recursive: true });
  }
});

function isTokens(value: unknown): value is { fitsTokens: typeof fitsTokens } {
  return typeof value === "object" && value !== null && "fitsTokens" in value;
}

const runs = ["a", "A", "é", "字", "😀", "=", " ", "\n", "/\n", "ก", "e\u0301", "-\u0301"];

verifies("output:tokens-linear", "the count of a run is off by 5 % and three tokens at most", async () => {
  for (const unit of [...runs, "xq", "ñandú", "─", "═", "█", "~-", "\t", "\u00a0", "АБВ", "العربية"]) {
    const text = unit.repeat(5000 / unit.length);
    const whole = countPiece(text);
    expect(Math.abs((await countTokens(text)) - whole)).toBeLessThanOrEqual(whole * 0.05 + 3);
  }
});

verifies("output:tokens-turns", "timers fire while a megabyte is counted", async () => {
  const text = (await sourceOf("guard.ts")).repeat(300);
  await countTokens("warm up");
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  await countTokens(text);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(text.length / 200_000);
});

test("counting stops early once the limit is passed", async () => {
  const text = "word ".repeat(100_000);
  const counted = await countTokens(text, 500);
  expect(counted).toBeGreaterThan(500);
  expect(counted).toBeLessThan(10_000);
  expect(await fitsTokens(text, 100_000)).toBe(false);
  expect(await fitsTokens(text, 100_001)).toBe(true);
});
