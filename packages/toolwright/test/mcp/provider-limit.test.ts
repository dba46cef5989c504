import { describe, expect } from "vitest";
import { defineServer, type ReadContext } from "../../src/mcp/index.ts";
import { deferred, sampleKernel, sampleTool, settled } from "../sample.ts";
import { verifies } from "../verifies.ts";
import { linkClient } from "./linked-client.ts";

type Linked = Awaited<ReturnType<typeof linkClient>>;
type Request = (client: Linked["client"], options?: { readonly signal: AbortSignal }) => Promise<unknown>;

const requests: readonly { readonly title: string; readonly words: string; readonly send: Request }[] = [
  {
    title: "a list of resources",
    words: "Listing the resources",
    send: (client, options) => client.listResources({}, options),
  },
  {
    title: "a resource",
    words: 'Reading the resource "slow://one"',
    send: (client, options) => client.readResource({ uri: "slow://one" }, options),
  },
  {
    title: "a prompt",
    words: "Rendering the prompt slow",
    send: (client, options) => client.getPrompt({ name: "slow" }, options),
  },
  {
    title: "a prompt's completion",
    words: 'Completing "word"',
    send: (client, options) =>
      client.complete({ ref: { type: "ref/prompt", name: "slow" }, argument: { name: "word", value: "" } }, options),
  },
  {
    title: "a template's completion",
    words: 'Completing "name"',
    send: (client, options) =>
      client.complete(
        { ref: { type: "ref/resource", uri: "slow://{name}" }, argument: { name: "name", value: "" } },
        options,
      ),
  },
];

describe.each(requests)("$title", ({ words, send }) => {
  verifies("mcp:provider-limit", "ends after 30 s, though its provider does not", async () => {
    const { client, clock, close, asked, faults } = await linkSlow(deaf);
    const answer = send(client).catch((error: unknown) => error);
    const signal = await asked;
    await clock.advance(29_999);
    expect(signal.aborted).toBe(false);
    await clock.advance(1);
    const message = `${words} took longer than 30 s and was given up. Try again later.`;
    expect(await answer).toMatchObject({ code: -32_603, message: expect.stringContaining(message) });
    expect([signal.aborted, clock.pendingTimers(), faults]).toEqual([true, 0, []]);
    await close();
  });

  verifies("mcp:provider-limit", "says that it took too long, whatever its provider throws on the signal", async () => {
    const { client, clock, close, asked, faults } = await linkSlow(heeding);
    const answer = send(client).catch((error: unknown) => error);
    await asked;
    await clock.advance(30_000);
    expect(await answer).toMatchObject({ message: expect.stringContaining("took longer than 30 s") });
    expect(faults).toEqual([]);
    await close();
  });

  verifies("mcp:provider-limit", "that is cancelled reaches the provider, and is no fault", async () => {
    const { client, clock, close, asked, faults } = await linkSlow(heeding);
    const stop = new AbortController();
    const answer = send(client, { signal: stop.signal }).catch(() => "cancelled");
    const signal = await asked;
    stop.abort();
    expect(await answer).toBe("cancelled");
    await settled();
    expect([signal.aborted, clock.pendingTimers(), faults]).toEqual([true, 0, []]);
    await close();
  });
});

type Work = (signal: AbortSignal) => Promise<never>;

function deaf(): Promise<never> {
  return new Promise(() => {});
}

function heeding(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("a secret of the provider")), { once: true });
  });
}

/** Everything that a server provides besides tools, by the same slow work. */
async function linkSlow(work: Work) {
  const asked = deferred<AbortSignal>();
  const provide = async ({ signal }: ReadContext): Promise<never> => {
    asked.resolve(signal);
    return await work(signal);
  };
  const faults: unknown[] = [];
  const definition = defineServer({
    name: "slow",
    version: "1.0.0",
    kernel: sampleKernel([sampleTool(() => "")]).kernel,
    resources: {
      templates: [
        {
          uriTemplate: "slow://{name}",
          name: "slow",
          complete: { name: (_typed, _chosen, context) => provide(context) },
        },
      ],
      list: provide,
      read: (_uri, context) => provide(context),
    },
    prompts: [
      {
        name: "slow",
        description: "Takes long.",
        arguments: [{ name: "word", description: "Any", complete: (_typed, _chosen, context) => provide(context) }],
        render: (_given, context) => provide(context),
      },
    ],
    onFault: (error) => void faults.push(error),
  });
  return { ...(await linkClient(definition)), asked: asked.promise, faults };
}
