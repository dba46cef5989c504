import { expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { combineProviders } from "./combine-providers.ts";
import { createDocumentProvider } from "./documents.ts";
import type { ReadContext, ResourceChange, ResourceProvider } from "./provider.ts";

const context: ReadContext = {
  caller: { host: "test", session: "one", principal: "tester" },
  signal: new AbortController().signal,
};

function documentsAt(...uris: readonly string[]): ResourceProvider {
  return createDocumentProvider(uris.map((uri) => ({ uri, title: `At ${uri}`, description: "A text.", text: uri })));
}

const broken: ResourceProvider = {
  list: () => Promise.reject(new Error("the disk is gone")),
  read: () => {
    throw new Error("the disk is gone");
  },
};

verifies("resources:combined-list", "all resources and templates come sorted by address", async () => {
  const templates = [{ uriTemplate: "memory://{topic}", name: "memory" }];
  const combined = combineProviders([
    documentsAt("doc://c", "doc://a"),
    { ...documentsAt("doc://b"), templates },
    documentsAt(),
  ]);
  expect((await combined.list(context)).map(({ uri }) => uri)).toEqual(["doc://a", "doc://b", "doc://c"]);
  expect(combined.templates).toEqual(templates);
});

verifies("resources:combined-list", "a list without the resources of a broken provider is never given", async () => {
  await expect(combineProviders([documentsAt("doc://a"), broken]).list(context)).rejects.toThrow("the disk is gone");
});

verifies("resources:combined-unique", "an address in two lists is an error that names both resources", async () => {
  const combined = combineProviders([documentsAt("doc://a"), documentsAt("doc://b", "doc://a")]);
  await expect(combined.list(context)).rejects.toThrow(
    'two resources have the address "doc://a": "a" of provider 1 and "a" of provider 2; give one of them another',
  );
});

verifies("resources:combined-unique", "a template that two providers have is refused at once", () => {
  const provider = { ...documentsAt(), templates: [{ uriTemplate: "memory://{topic}", name: "memory" }] };
  expect(() => combineProviders([provider, provider])).toThrow(
    'the address "memory://{topic}": "memory" of provider 1',
  );
});

verifies("resources:combined-read", "a broken provider does not keep others from answering", async () => {
  const combined = combineProviders([broken, documentsAt("doc://a")]);
  expect(await combined.read("doc://a", context)).toMatchObject([{ body: { text: "doc://a" } }]);
  await expect(async () => await combined.read("doc://b", context)).rejects.toThrow("the disk is gone");
});

test("the first that answers is asked last, and nobody's address is undefined", async () => {
  const asked: string[] = [];
  const listening = (name: string, provider: ResourceProvider): ResourceProvider => ({
    ...provider,
    read(uri, readContext) {
      asked.push(name);
      return provider.read(uri, readContext);
    },
  });
  const combined = combineProviders([listening("first", documentsAt("doc://a")), listening("second", documentsAt())]);
  await combined.read("doc://a", context);
  expect(asked).toEqual(["first"]);
  expect(await combined.read("doc://b", context)).toBeUndefined();
});

test("a read that was cancelled asks nobody", async () => {
  const cancelled = { ...context, signal: AbortSignal.abort(new Error("given up")) };
  await expect(async () => await combineProviders([documentsAt("doc://a")]).read("doc://a", cancelled)).rejects.toThrow(
    "given up",
  );
});

type OnChange = (change: ResourceChange) => void;

function watchable(): ResourceProvider & { tell(change: ResourceChange): void; readonly listeners: Set<OnChange> } {
  const listeners = new Set<OnChange>();
  return {
    ...documentsAt(),
    listeners,
    tell: (change) => listeners.forEach((listener) => listener(change)),
    watch(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

verifies("resources:combined-watch", "changes of all are told until the one function stops them", () => {
  const [one, two] = [watchable(), watchable()];
  const changes: ResourceChange[] = [];
  const stop = combineProviders([one, documentsAt(), two]).watch?.((change) => void changes.push(change));
  one.tell("list");
  two.tell({ uri: "doc://a" });
  const [late] = one.listeners;
  stop?.();
  stop?.();
  late?.("list");
  expect(changes).toEqual(["list", { uri: "doc://a" }]);
  expect([one.listeners.size, two.listeners.size]).toEqual([0, 0]);
});

verifies("resources:combined-watch", "one that cannot be watched, or stopped, leaves nothing behind", () => {
  const good = watchable();
  const fail = (): never => {
    throw new Error("no");
  };
  expect(() => combineProviders([good, { ...documentsAt(), watch: fail }]).watch?.(() => {})).toThrow("no");
  expect(good.listeners.size).toBe(0);
  const stop = combineProviders([{ ...documentsAt(), watch: () => fail }, good]).watch?.(() => {});
  expect(stop).toThrow("no");
  expect(good.listeners.size).toBe(0);
});

test("nothing to watch is no watch", () => {
  expect(combineProviders([documentsAt()]).watch).toBeUndefined();
});
