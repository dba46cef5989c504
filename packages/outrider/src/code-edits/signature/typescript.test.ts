import { expect, test } from "vitest";
import { openSignatureKit, tsc } from "./signature.test-kit.ts";

const config =
  '{"compilerOptions":{"strict":true,"module":"nodenext","target":"esnext","noEmit":true,"allowImportingTsExtensions":true,"types":[]},"include":["src"]}';

test("a required parameter is added, and every caller passes it: the diff is what a careful person writes", async () => {
  const { change, judge, undo } = await openSignatureKit({
    "tsconfig.json": config,
    "package.json": '{"type":"module"}',
    "src/slices.ts": `/** Pauses. */
export function createPause(signal: AbortSignal): () => number {
  return () => (signal.aborted ? 0 : 12);
}
`,
    "src/use.ts": `import { createPause } from "./slices.ts";

const pause = createPause(new AbortController().signal);
const other = createPause(
  new AbortController().signal, // why
);
export const all = [pause, other, createPause(AbortSignal.timeout(5))];
`,
  });
  const parameters = ["signal", { code: "everyMs: number", argument: "12" }];
  expect(await change({ symbol: "createPause", parameters })).toMatchInlineSnapshot(`
    "changed the parameters of function createPause: 1 declaration and 3 calls in 2 files: +5 -4 (undo 1)
    Without a language server (language servers are switched off. Set \`enabled = true\` under [servers] in the user settings); scopes and imports prove every place that is not listed.
    src/slices.ts +1 -1
    @@ -1,3 +1,3 @@
     /** Pauses. */
    -export function createPause(signal: AbortSignal): () => number {
    +export function createPause(signal: AbortSignal, everyMs: number): () => number {
       return () => (signal.aborted ? 0 : 12);
    src/use.ts +4 -3
    @@ -2,6 +2,7 @@
     
    -const pause = createPause(new AbortController().signal);
    +const pause = createPause(new AbortController().signal, 12);
     const other = createPause(
    -  new AbortController().signal, // why
    +  new AbortController().signal,
    +  12, // why
     );
    -export const all = [pause, other, createPause(AbortSignal.timeout(5))];
    +export const all = [pause, other, createPause(AbortSignal.timeout(5), 12)];"
  `);
  expect(judge(tsc)).toBe("fine");
  await undo();
  expect(judge(tsc)).toBe("fine");
});

const shop = {
  "tsconfig.json": config,
  "package.json": '{"type":"module"}',
  "src/shop.ts": `export interface Keep {
  get(key: string, limit: number): string;
}

export class Store implements Keep {
  constructor(
    private readonly size: number,
    name = "x",
  ) {
    void name;
  }
  get(key: string, limit: number): string {
    return key.repeat(limit + this.size);
  }
}

export class Deep extends Store {
  constructor() {
    super(2, "deep");
  }
  override get(key: string): string {
    return super.get(key, 1);
  }
}

export class Plain extends Store {}

/**
 * Twice.
 * @param a - the one
 * @param options what else
 */
export function twice(a: number, { by }: { by: number }, ...more: number[]): number {
  const limit = { a };
  return limit.a * by + more.length;
}

export function over(a: string): string;
export function over(a: number): string;
export function over(a: string | number): string {
  return String(a);
}

export const half = (a: number): number => a / 2;
`,
  "src/use.ts": `import { Deep, half, over, Plain, Store, twice } from "./shop.ts";

const store = new Store(1);
export const stores = [store, new Deep(), new Plain(4), new Store(3, "three")];
export const found = store.get("a", 2);
export const sums = [twice(1, { by: 2 }, 3, 4), twice?.(2, { by: next() }), \`\${twice(twice(3, { by: 1 }), { by: 1 })}\`];
export const texts = [over(1), over("a"), half(3)];
function next(): number {
  return 1;
}
`,
};

test("a parameter before others, one of another name, and calls inside of calls and templates", async () => {
  const { change, judge, text, undo } = await openSignatureKit(shop);
  const parameters = [
    { name: "a", code: "first: number" },
    { code: "label: string", argument: '"l"' },
    "{ by }",
    "...more",
  ];
  expect(await change({ symbol: "twice", parameters })).toContain("1 declaration and 4 calls in 2 files");
  expect(judge(tsc)).toBe("fine");
  expect(text("src/shop.ts")).toContain(" * @param first - the one\n * @param options what else\n");
  expect(text("src/shop.ts")).toContain(
    "twice(first: number, label: string, { by }: { by: number }, ...more: number[]): number {\n  const limit = { a: first };",
  );
  expect(text("src/use.ts")).toContain('`${twice(twice(3, "l", { by: 1 }), "l", { by: 1 })}`');
  await undo();
});

test("a constructor: new, super and types below without one of their own", async () => {
  const { change, judge, text, undo } = await openSignatureKit(shop);
  const parameters = ["size", { code: "kind: string", argument: '"k"' }, "name"];
  expect(await change({ symbol: "Store", parameters })).toContain("1 declaration and 4 calls in 2 files");
  expect(judge(tsc)).toBe("fine");
  expect(text("src/shop.ts")).toContain(
    '  constructor(\n    private readonly size: number,\n    kind: string,\n    name = "x",\n  ) {',
  );
  expect(text("src/use.ts")).toContain('[store, new Deep(), new Plain(4, "k"), new Store(3, "k", "three")]');
  await undo();
  expect(await change({ symbol: "Store", parameters: ["name"] })).toMatch(/^tool_error declares_member: /);
});

test("overloads, and an arrow function: what has no body gets a mark in place of a default", async () => {
  const { change, judge, text } = await openSignatureKit(shop);
  expect(await change({ symbol: "over", parameters: ["a", { code: "loud = false" }] })).toContain("3 declarations");
  expect(text("src/shop.ts")).toContain(`export function over(a: string, loud?: boolean): string;
export function over(a: number, loud?: boolean): string;
export function over(a: string | number, loud = false): string {`);
  expect(await change({ symbol: "half", parameters: ["a", { code: "by: number", argument: "2" }] })).toContain(
    "1 call",
  );
  expect(judge(tsc)).toBe("fine");
});

test("an interface and what implements it change together, and what is no TypeScript is refused", async () => {
  const { change, judge, text } = await openSignatureKit(shop);
  expect(await change({ symbol: "Keep/get", parameters: ["key", { code: "strict = true" }, "limit"] })).toMatch(
    /^tool_error invalid_parameter: A declaration without a body/,
  );
  const parameters = ["key", "limit", { code: "strict: boolean", argument: "true" }];
  expect(await change({ symbol: "Keep/get", parameters })).toContain("2 declarations and 2 calls in 2 files");
  expect(text("src/use.ts")).toContain('store.get("a", 2, true)');
  expect(text("src/shop.ts")).toContain("override get(key: string): string {\n    return super.get(key, 1, true);");
  expect(judge(tsc)).toBe("fine");
});

test("a parameter of another name concerns no caller, so that nobody has to be asked", async () => {
  const { change, judge, text } = await openSignatureKit(shop);
  const parameters = [{ name: "key", code: "id: string" }, "limit"];
  expect(await change({ symbol: "Store/get", parameters })).toContain("3 declarations and 0 calls in 1 file");
  expect(text("src/shop.ts")).toContain("override get(id: string): string {\n    return super.get(id, 1);");
  expect(judge(tsc)).toBe("fine");
});

test("what is passed as a value, called with a spread or through `call` is listed, and left if the caller says so", async () => {
  const files = {
    "tsconfig.json": config,
    "package.json": '{"type":"module"}',
    "src/a.ts": `export function add(a: number, b: number): number {
  return a + b;
}
const both: [number, number] = [1, 2];
export const sums = [add(1, 2), add(...both), add.call(undefined, 1, 2), [1, 2].reduce(add)];
export type Parts = Parameters<typeof add>;
export type Sum = ReturnType<typeof add>;
`,
  };
  const { change, text, undo } = await openSignatureKit(files);
  const parameters = ["b", "a"];
  expect(await change({ symbol: "add", parameters })).toMatchInlineSnapshot(`
    "tool_error cannot_prove: Not every use of add can be changed with proof: a list is spread over its arguments:
     src/a.ts:5 export const sums = [add(1, 2), add(...both), add.call(undefined, 1, 2), [1, 2].reduce(add)];
    it is used there as a value, so that it may be called elsewhere:
     src/a.ts:5 export const sums = [add(1, 2), add(...both), add.call(undefined, 1, 2), [1, 2].reduce(add)];
     src/a.ts:5 export const sums = [add(1, 2), add(...both), add.call(undefined, 1, 2), [1, 2].reduce(add)];
     src/a.ts:6 export type Parts = Parameters<typeof add>;
    Nothing was changed. \`unproven\`: "leave" changes the others and leaves these, "include" changes those that are calls as well."
  `);
  expect(await change({ symbol: "add", parameters, unproven: "leave" })).toContain("left unchanged");
  expect(text("src/a.ts")).toContain("[add(2, 1), add(...both), add.call(undefined, 1, 2), [1, 2].reduce(add)]");
  await undo();
});
