import { expect, test } from "vitest";
import { createDiagnosticsStore } from "./diagnostics-store.ts";

const { signal } = new AbortController();
const at = (line: number, character = 0) => ({ line, character });
const item = (message: string, more: object = {}) => ({ range: { start: at(1), end: at(1, 3) }, message, ...more });
const name = (path: string): string => (process.platform === "win32" ? `C:${path}` : path);
const uri = (path: string): string => (process.platform === "win32" ? `file:///c%3A${path}` : `file://${path}`);

test("what a server says of a file replaces what it said before, also when that is nothing", () => {
  const store = createDiagnosticsStore();
  expect(store.of(name("/a.ts"))).toBeUndefined();
  store.receive({ uri: uri("/a.ts"), diagnostics: [item("bad", { severity: 2, code: 7, source: "ts" })] });
  const first = store.of(name("/a.ts"));
  expect(first?.items).toEqual([{ ...item("bad"), severity: 2, code: "7", source: "ts" }]);
  store.receive({ uri: uri("/a.ts"), diagnostics: [] });
  expect(store.of(name("/a.ts"))?.items).toEqual([]);
  expect(store.of(name("/a.ts"))?.version).toBeGreaterThan(first?.version ?? Infinity);
});

test("wrong shapes are dropped", () => {
  const store = createDiagnosticsStore();
  const backwards = { ...item("x"), range: { start: at(2), end: at(1) } };
  const negative = { ...item("x"), range: { start: at(-1), end: at(1) } };
  const odd = [null, 3, {}, { message: "x" }, { ...item("x"), message: 3 }, backwards, negative];
  store.receive({ uri: uri("/a.ts"), diagnostics: [...odd, item("good", { severity: 9, code: {}, source: 3 })] });
  expect(store.of(name("/a.ts"))?.items).toEqual([
    { ...item("good"), severity: 1, code: undefined, source: undefined },
  ]);
  for (const params of [
    null,
    {},
    { uri: 3, diagnostics: [] },
    { uri: "untitled:1", diagnostics: [] },
    { uri: uri("/b.ts") },
  ]) {
    store.receive(params);
  }
  expect(store.paths).toEqual([name("/a.ts")]);
});

test("a flood is bounded, with the number of all that came", () => {
  const store = createDiagnosticsStore();
  store.receive({ uri: uri("/many.ts"), diagnostics: Array.from({ length: 10_000 }, () => item("bad")) });
  expect(store.of(name("/many.ts"))).toMatchObject({ total: 10_000 });
  expect(store.of(name("/many.ts"))?.items).toHaveLength(200);
  for (let count = 0; count < 3000; count += 1) store.receive({ uri: uri(`/${count}.ts`), diagnostics: [] });
  expect(store.paths).toHaveLength(2000);
  expect(store.paths).toContain(name("/many.ts"));
  expect(store.paths).toContain(name("/2999.ts"));
});

test("a caller that waits hears of the next word, of a cancel and of the end", async () => {
  const store = createDiagnosticsStore();
  const controller = new AbortController();
  const next = store.next({ signal });
  const cancelled = store.next({ signal: controller.signal });
  controller.abort();
  await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
  store.receive({ uri: uri("/a.ts"), diagnostics: [] });
  await next;
  const last = store.next({ signal });
  store.end("it is gone");
  await expect(last).rejects.toMatchObject({ code: "closed" });
});

test("what it says of a text that it has no longer does not count", () => {
  const store = createDiagnosticsStore({}, (path) => (path === name("/a.ts") ? 2 : undefined));
  store.receive({ uri: uri("/a.ts"), version: 1, diagnostics: [item("old")] });
  expect(store.of(name("/a.ts"))).toBeUndefined();
  store.receive({ uri: uri("/a.ts"), version: 2, diagnostics: [item("new")] });
  store.receive({ uri: uri("/b.ts"), version: 1, diagnostics: [item("not open")] });
  expect([...store.paths].map((path) => store.of(path)?.items[0]?.message)).toEqual(["new", "not open"]);
});
