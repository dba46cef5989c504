import { overBudget, stackOverflow, type Attack } from "./attacks.ts";

/** Arguments, results and errors that run code or have odd shapes when they are read. */
export const hostileValues: readonly Attack[] = [
  {
    name: "a getter in an input",
    code: "return (await echo({ get text() { return 'from a getter' } })).text",
    ends: /^from a getter$/,
  },
  { name: "an endless getter in an input", code: "await echo({ get text() { for (;;); } })", ends: overBudget },
  {
    name: "toJSON of an input",
    code: "return (await echo({ toJSON: () => ({ text: 'json' }) })).text",
    ends: /^json$/,
  },
  { name: "an endless toJSON", code: "await echo({ toJSON() { for (;;); } })", ends: overBudget },
  { name: "an endless toJSON in what is returned", code: "return { toJSON() { for (;;); } }", ends: overBudget },
  {
    name: "an endless toString in what is printed",
    code: "print({ toJSON() { throw 1 }, toString() { for (;;); } })",
    ends: overBudget,
  },
  { name: "a Proxy as an input", code: "await echo(new Proxy({}, { ownKeys() { for (;;); } }))", ends: overBudget },
  {
    name: "a Proxy that is returned",
    code: "return new Proxy({}, { get: (_, key) => { throw new Error(String(key)) }, ownKeys: () => ['a'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) })",
    ends: /Error/,
  },
  {
    name: "a revoked Proxy",
    code: "const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy",
    ends: /Error/,
  },
  {
    name: "a Proxy that recurses",
    code: "const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.x",
    ends: stackOverflow,
  },
  { name: "a cyclic input", code: "const a = {}; a.a = a; await echo(a)", ends: /circular/ },
  { name: "a cyclic value that is returned", code: "const a = []; a.push(a); return a", ends: /circular/ },
  { name: "a BigInt", code: "return 1n", ends: /TypeError|BigInt/i },
  { name: "a symbol", code: "return Symbol('s')", ends: /printed and returned nothing/ },
  { name: "a function as an input", code: "await echo(() => 1)", ends: /not valid|expected/i },
  { name: "NaN and infinity", code: "return [NaN, Infinity, -0]", ends: /^\[null,null,0\]$/ },
  { name: "a lone surrogate", code: "print('\\ud800'); return '\\udfff'", ends: /./ },
  { name: "a NUL", code: "print('a\\0b'); return (await echo({ text: 'c\\0d' })).text.length", ends: /3/ },
  {
    name: "an error with a hostile message",
    code: "throw Object.defineProperty(new Error(), 'message', { get() { for (;;); } })",
    ends: /was ended|cannot be read/,
  },
  {
    name: "an error with a hostile stack",
    code: "throw Object.defineProperty(new Error('m'), 'stack', { value: 'at script:9999999:1\\n'.repeat(1e5) })",
    ends: /Error: m/,
  },
  {
    name: "an error with a stack that is no string",
    code: "const e = new Error('m'); e.stack = { toString() { throw e } }; throw e",
    ends: /Error: m/,
  },
  {
    name: "a subclass of ToolError that lies",
    code: "class Mine extends ToolError { get code() { return 'x'.repeat(1e6) } } throw new Mine('', 'm')",
    ends: /m/,
  },
  { name: "null is thrown", code: "throw null", ends: /Error: null/ },
  { name: "undefined is thrown", code: "throw undefined", ends: /Error: undefined/ },
  { name: "a thenable that is never done", code: "return { then() {} }", ends: /nothing will settle/ },
  {
    name: "a thenable that resolves with itself for ever",
    code: "const t = { then(r) { r(t) } }; return t",
    ends: overBudget,
  },
  { name: "a forged answer", code: "globalThis.settle?.(0, true, '{}'); postMessage?.({})", ends: /not defined/ },
  {
    name: "a forged end of the script",
    code: "return { kind: 'end', end: { kind: 'returned', json: '1' } }",
    ends: /"kind":"end"/,
  },
  { name: "a name that is no tool", code: "await tools['echo\\0'].call()", ends: /There is no tool/ },
  {
    name: "sleep with nonsense",
    code: "await sleep(NaN); await sleep(-1); await sleep({}); await sleep('x'); return 1",
    ends: /^1$/,
  },
];
