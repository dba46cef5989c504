import { createProcessRunner } from "toolwright/process";
import { afterAll, expect, test } from "vitest";
import { searchSettingsSchema } from "../../workspace/config/search-settings.ts";
import type { Embedder } from "./embedder.ts";
import { openEmbedder } from "./open-embedder.ts";
import { serveEmbeddings } from "./openai-compatible/serve-embeddings.test-kit.ts";

const processes = createProcessRunner();
afterAll(async () => {
  expect(await processes.close()).toEqual([]);
});

function open(settings: object, signal = new AbortController().signal): Promise<Embedder | undefined> {
  return openEmbedder(searchSettingsSchema.parse(settings), { signal, processes, onNote: () => {}, env: { K: "key" } });
}

test("the settings choose the embedder, the bundled one unless told", async () => {
  expect(await open({ embedder: "off" })).toBeUndefined();
  expect(await open({})).toMatchObject({ id: expect.stringMatching(/^static:/), remote: false });
  const server = await serveEmbeddings();
  try {
    const openai = { base_url: server.baseUrl, model: "m", key_env: "K" };
    const embedder = await open({ embedder: "openai-compatible", openai });
    expect(embedder).toMatchObject({
      id: expect.stringMatching(/^openai-compatible:/),
      dimensions: 128,
      remote: false,
    });
    expect(server.received[0]?.headers["authorization"]).toBe("Bearer key");
    await embedder?.close();
  } finally {
    await server.close();
  }
  const elsewhere = { base_url: "https://models.example/v1", model: "m", dimensions: 8 };
  expect(await open({ embedder: "openai-compatible", openai: elsewhere })).toMatchObject({
    remote: true,
    dimensions: 8,
  });
  await expect(open({ embedder: "transformers", transformers: { model: "a/b" } })).rejects.toThrow(/transformers/);
});

test("nothing is opened for a caller who is gone", async () => {
  const gone = new Error("gone");
  await expect(open({}, AbortSignal.abort(gone))).rejects.toBe(gone);
});
