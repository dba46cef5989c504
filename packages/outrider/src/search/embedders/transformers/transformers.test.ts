import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createProcessRunner } from "toolwright/process";
import { afterAll, expect, test } from "vitest";
import { makeTempPlace } from "../../../../test/support/temp-project.ts";
import { searchSettingsSchema } from "../../../workspace/config/search-settings.ts";
import { testEmbedder } from "../conformance.test-kit.ts";
import type { Embedder } from "../embedder.ts";
import { openTransformers } from "./open-transformers.ts";

// The package is optional and a model is large: if you have both, name the folder of the package, that of the models, and a model.
const { OUTRIDER_TEST_TRANSFORMERS: place, OUTRIDER_TEST_MODELS: models, OUTRIDER_TEST_MODEL: model } = process.env;
const signal = new AbortController().signal;
const processes = createProcessRunner();
afterAll(async () => {
  expect(await processes.close()).toEqual([]);
});

function open(settings: Record<string, unknown>, library?: string): Promise<Embedder> {
  const parsed = searchSettingsSchema.parse({ transformers: settings }).transformers;
  return openTransformers({ settings: parsed, signal, processes, ...(library === undefined ? {} : { library }) });
}

if (place === undefined || models === undefined || model === undefined) {
  test("transformers: conformance, where OUTRIDER_TEST_TRANSFORMERS, _MODELS and _MODEL name a package and a model", (context) => {
    context.skip(true, "no package and no model are named");
    expect.unreachable();
  });
} else {
  const library = pathToFileURL(createRequire(join(place, "x.js")).resolve("@huggingface/transformers")).href;
  testEmbedder("transformers", () => open({ model, path: models }, library), { many: 40 });

  test("transformers: this process goes on while the model works", async () => {
    const embedder = await open({ model, path: models }, library);
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    await embedder.embedTexts(
      Array.from({ length: 16 }, (_, at) => `parse the file ${at} `.repeat(20)),
      { signal },
    );
    clearInterval(timer);
    await embedder.close();
    expect(longest).toBeLessThan(250);
  });

  test("transformers: a model that is not there is told with what to do, and nothing is fetched", async () => {
    const { root } = makeTempPlace();
    await expect(open({ model: "no/such-model", path: root }, library)).rejects.toThrow(
      /no\/such-model is not whole in .*; put its files there, or set search\.transformers\.download = true/s,
    );
  });
}

test("transformers: without the package the error says how to install it", async () => {
  const { root } = makeTempPlace();
  await expect(open({ model: "a/b", path: root })).rejects.toThrow(
    /The package @huggingface\/transformers is not installed; run npm install @huggingface\/transformers/,
  );
});

test("transformers: a process that ends with its model is an error that may be tried again, and a cancel is not waited for", async () => {
  const { root } = makeTempPlace({
    "crash.mjs": "export const env = {}; export const pipeline = async () => { throw new Error('bad model'); };",
    "exit.mjs": "export const env = {}; export const pipeline = async () => process.exit(3);",
    "hang.mjs": "export const env = {}; export const pipeline = () => new Promise(() => {});",
  });
  const library = (name: string): string => pathToFileURL(join(root, name)).href;
  await expect(open({ model: "a/b", path: root }, library("crash.mjs"))).rejects.toThrow("a/b does not run: bad model");
  await expect(open({ model: "a/b", path: root }, library("exit.mjs"))).rejects.toMatchObject({ retryable: true });
  const stop = new AbortController();
  const settings = searchSettingsSchema.parse({ transformers: { model: "a/b", path: root } }).transformers;
  setTimeout(() => stop.abort(new Error("enough")), 50);
  await expect(
    openTransformers({ settings, signal: stop.signal, processes, library: library("hang.mjs") }),
  ).rejects.toThrow("enough");
});
