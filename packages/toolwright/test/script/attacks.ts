/** A script that tries to leave its sandbox, or to hang it, and how it must end: a pattern of the whole answer. */
export interface Attack {
  readonly name: string;
  readonly code: string;
  readonly ends: RegExp;
}

/** Walks up to a constructor of functions and asks it for what only a host has. */
const reachHost = 'constructor("return typeof process + typeof require + typeof globalThis.fetch")()';
const nothing = /^undefinedundefinedundefined$/;
const overBudget = /was ended after \d+ steps|did not finish in time|without a pause/;
const outOfMemory =
  /out of memory|too (long|large)|invalid array (buffer )?length|string too long|was ended after \d+ steps|without a pause/i;
const stackOverflow = /stack overflow|call stack|circular reference/i;

/** Ways out: constructors, evaluation, modules, prototypes. */
export const escapes: readonly Attack[] = [
  { name: "constructor of a tool function", code: `return tools.echo.constructor.${reachHost}`, ends: nothing },
  { name: "constructor of print", code: `return print.constructor.${reachHost}`, ends: nothing },
  {
    name: "constructor of a promise of a call",
    code: `return echo({ text: "" }).constructor.constructor.${reachHost}`,
    ends: nothing,
  },
  {
    name: "constructor of an answer",
    code: `return (await echo({ text: "" })).constructor.${reachHost}`,
    ends: nothing,
  },
  {
    name: "constructor of an error",
    code: `try { await fail() } catch (e) { return e.constructor.${reachHost} }`,
    ends: nothing,
  },
  {
    name: "constructor of an async function",
    code: "return await (async () => {}).constructor('return typeof process')()",
    ends: /^undefined$/,
  },
  {
    name: "constructor of a generator",
    code: "return (function* () {}).constructor('yield typeof process')().next().value",
    ends: /^undefined$/,
  },
  { name: "eval", code: "return eval('typeof process + typeof module')", ends: /^undefinedundefined$/ },
  { name: "indirect eval", code: "return (0, eval)('typeof process')", ends: /^undefined$/ },
  { name: "Function", code: "return new Function('return typeof process')()", ends: /^undefined$/ },
  { name: "import()", code: "try { await import('node:fs') } catch (e) { return 'refused' }", ends: /^refused$/ },
  {
    name: "import() of a data URL",
    code: "try { await import('data:text/javascript,0') } catch { return 'refused' }",
    ends: /^refused$/,
  },
  { name: "static import", code: 'import fs from "node:fs";', ends: /SyntaxError/ },
  { name: "import.meta", code: "return import.meta.url", ends: /SyntaxError/ },
  { name: "require", code: 'return require("fs")', ends: /'require' is not defined/ },
  {
    name: "globals of Node",
    code: "return [typeof process, typeof Buffer, typeof fetch, typeof setTimeout, typeof WebAssembly, typeof Worker].join('')",
    ends: /^(undefined){6}$/,
  },
  {
    name: "globals of QuickJS's own shell",
    code: "return [typeof std, typeof os, typeof scriptArgs, typeof bjson].join('')",
    ends: /^(undefined){4}$/,
  },
  {
    name: "breaking out of the wrapper",
    code: "}); globalThis.broken = typeof process; (async function () { return broken",
    ends: /undefined|Error/,
  },
  {
    name: "closing the wrapper for good",
    code: "}), (() => { throw new Error('out') })(), (async function () {",
    ends: /Error: out/,
  },
  { name: "callee and caller", code: "return (function () { return arguments.callee.caller })()", ends: /TypeError/ },
  {
    name: "prepareStackTrace",
    code: "let seen; Error.prepareStackTrace = (_, frames) => { seen = frames; return '' }; new Error().stack; return typeof seen",
    ends: /undefined|object/,
  },
  {
    name: "finding the functions of the host by their stack",
    code: "try { tools.nope } catch (e) { return String(e.stack).includes('node:') }",
    ends: /^false$/,
  },
  {
    name: "Atomics.wait",
    code: "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); return 1",
    ends: /Error|^1$/,
  },
  {
    name: "a dynamic import through a promise job",
    code: "return await Promise.resolve('node:os').then((m) => import(m)).catch(() => 'refused')",
    ends: /^refused$/,
  },
];

/** Pollution, and built-ins that were changed before the host uses them. */
export const pollution: readonly Attack[] = [
  {
    name: "Object.prototype",
    code: "Object.prototype.polluted = 1; return (await echo({ text: 'a' })).text",
    ends: /^a$/,
  },
  {
    name: "__proto__ of an answer",
    code: "const r = await echo({ text: 'a' }); r.__proto__.polluted = 1; return 'a'",
    ends: /^a$/,
  },
  {
    name: "__proto__ as a key of an input",
    code: 'return await echo(JSON.parse(\'{"text":"a","__proto__":{"polluted":1}}\'))',
    ends: /Unknown|unknown|not valid|no argument/i,
  },
  {
    name: "constructor.prototype as a key of an input",
    code: "return await echo({ text: 'a', constructor: { prototype: { polluted: 1 } } })",
    ends: /not valid/i,
  },
  {
    name: "__proto__ in the returned value",
    code: 'return JSON.parse(\'{"__proto__":{"polluted":1}}\')',
    ends: /polluted/,
  },
  { name: "__proto__ as a kept name", code: "keep('__proto__', { polluted: 1 })", ends: /must be an identifier/ },
  {
    name: "a setter on Object.prototype for `value`",
    code: "Object.defineProperty(Object.prototype, 'value', { set() { throw 1 }, get() { return 'forged' } }); return (await echo({ text: 'a' })).text",
    ends: /^a$|Error|forged/,
  },
  {
    name: "JSON overridden",
    code: "JSON.parse = JSON.stringify = () => { throw new Error('mine') }; return (await echo({ text: 'a' })).text",
    ends: /^a$/,
  },
  {
    name: "Promise overridden",
    code: "globalThis.Promise = function () { throw new Error('mine') }; return (await echo({ text: 'a' })).text",
    ends: /^a$/,
  },
  {
    name: "then overridden",
    code: "Promise.prototype.then = () => { throw new Error('mine') }; return (await echo({ text: 'a' })).text",
    ends: /^a$|mine/,
  },
  {
    name: "a species of promises",
    code: "Promise.prototype.constructor = { [Symbol.species]: function () { for (;;); } }; return (await echo({ text: 'a' })).text",
    ends: /^a$|was ended|Error/,
  },
  {
    name: "Object.prototype.then",
    code: "Object.prototype.then = function (r) { r('mine') }; return await echo({ text: 'a' })",
    ends: /mine|"text":"a"|was ended|nothing will settle/,
  },
  {
    name: "Array.prototype.then",
    code: "Array.prototype.then = function () {}; return [1]",
    ends: /nothing will settle/,
  },
  {
    name: "String and its slice overridden",
    code: "globalThis.String = () => ({}); String.prototype = 0; print('a', { b: 1 }); throw new Error('b')",
    ends: /Error: b|TypeError/,
  },
  {
    name: "Reflect and Object overridden",
    code: "Reflect.apply = Reflect.defineProperty = Object.create = () => { throw 1 }; print('a'); return (await echo({ text: 'b' })).text",
    ends: /^a\nb$/,
  },
  {
    name: "Symbol.hasInstance of Error",
    code: "Object.defineProperty(Error, Symbol.hasInstance, { value: () => { for (;;); } }); throw { a: 1 }",
    ends: /was ended|cannot be read|Error/,
  },
  {
    name: "iterators overridden",
    code: "Array.prototype[Symbol.iterator] = () => { throw new Error('mine') }; print('a', 'b'); return (await echo({ text: 'c' })).text",
    ends: /^a b\nc$/,
  },
  {
    name: "tools overridden by the script",
    code: "globalThis.echo = () => 'forged'; return await tools.echo({ text: 'a' })",
    ends: /"text":"a"/,
  },
  { name: "writing to tools", code: "tools.echo = () => 1", ends: /TypeError/ },
];

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

/** Too much of something: memory, stack, time, calls, text. */
export const bombs: readonly Attack[] = [
  { name: "an endless loop", code: "for (;;);", ends: overBudget },
  { name: "an endless loop that catches", code: "for (;;) try { for (;;); } catch {}", ends: overBudget },
  { name: "an endless loop in finally", code: "try { for (;;); } finally { for (;;); }", ends: overBudget },
  { name: "an endless loop in a getter", code: "return ({ get a() { for (;;); } }).a", ends: overBudget },
  { name: "an endless loop in then", code: "await Promise.resolve().then(() => { for (;;); })", ends: overBudget },
  { name: "an endless loop after an answer", code: "await echo({ text: '' }); for (;;);", ends: overBudget },
  { name: "endless microtasks", code: "const f = () => Promise.resolve().then(f); await f()", ends: /./ },
  { name: "endless awaits", code: "for (;;) await null", ends: overBudget },
  {
    name: "endless awaits that catch",
    code: "for (;;) try { await (async () => { for (;;); })() } catch {}",
    ends: overBudget,
  },
  {
    name: "a storm of promises",
    code: "const f = async () => { await null; return Promise.all([f(), f()]) }; await f()",
    ends: /was ended|out of memory|stack overflow|did not finish/,
  },
  { name: "an endless generator", code: "function* g() { for (;;) yield 1 } for (const x of g());", ends: overBudget },
  { name: "a promise that nothing settles", code: "await new Promise(() => {})", ends: /nothing will settle/ },
  { name: "an exploding expression", code: "return /^(a+)+$/.test('a'.repeat(40) + 'b')", ends: overBudget },
  {
    name: "an exploding expression in replace",
    code: "return 'a'.repeat(5000).replace(/(.*)*x/g, '')",
    ends: overBudget,
  },
  {
    name: "an expression of many brackets",
    code: "return new RegExp('('.repeat(1e5) + ')'.repeat(1e5))",
    ends: /Error/,
  },
  { name: "an expression with back references", code: "return /(x+x+)+y\\1/.test('x'.repeat(50))", ends: overBudget },
  { name: "a stack bomb", code: "const f = () => f() + 1; return f()", ends: stackOverflow },
  {
    name: "a stack bomb that catches",
    code: "const f = () => { try { f() } catch { f() } }; f()",
    ends: /was ended|stack overflow|without a pause/,
  },
  {
    name: "a stack bomb in toString",
    code: "const o = { toString() { return `${o}` } }; return `${o}`",
    ends: stackOverflow,
  },
  {
    name: "a stack bomb of nested arrays in JSON",
    code: "let a = []; for (let i = 0; i < 20000; i++) a = [a]; return JSON.stringify(a).length",
    ends: stackOverflow,
  },
  { name: "a stack bomb of nested JSON text", code: "return JSON.parse('['.repeat(1e5))", ends: stackOverflow },
  { name: "a stack bomb of source", code: "return eval('('.repeat(1e5))", ends: stackOverflow },
  { name: "a stack bomb in sort", code: "const f = () => [2, 1].sort(f); return f()", ends: stackOverflow },
  { name: "a stack bomb in replace", code: "const f = () => 'a'.replace('a', f); return f()", ends: stackOverflow },
  { name: "a memory bomb of strings", code: "let s = 'x'; for (;;) s += s", ends: outOfMemory },
  { name: "a memory bomb by repeat", code: "return 'x'.repeat(2 ** 29).length", ends: outOfMemory },
  {
    name: "a memory bomb of arrays",
    code: "const a = []; for (;;) a.push(new Array(1000).fill(a.length))",
    ends: outOfMemory,
  },
  {
    name: "a memory bomb of typed arrays",
    code: "const a = []; for (;;) a.push(new Uint8Array(1e6))",
    ends: outOfMemory,
  },
  {
    name: "a memory bomb of buffers that grow",
    code: "const b = new ArrayBuffer(1, { maxByteLength: 2 ** 32 }); b.resize(2 ** 32); return b.byteLength",
    ends: /Error|out of memory/,
  },
  {
    name: "a memory bomb of maps",
    code: "const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })",
    ends: outOfMemory,
  },
  {
    name: "a memory bomb of BigInts",
    code: "let n = 2n; for (;;) n *= n",
    ends: /too large|out of memory|was ended|without a pause/,
  },
  {
    name: "a memory bomb that catches",
    code: "const a = []; for (;;) try { for (;;) a.push('x'.repeat(1e6)) } catch {}",
    ends: /was ended|out of memory|without a pause/,
  },
  {
    name: "a memory bomb of closures",
    code: "let f = () => 1; for (;;) { const g = f; f = () => g }",
    ends: /out of memory|was ended|stack overflow|broke down/,
  },
  {
    name: "a memory bomb of symbols",
    code: "const a = []; for (;;) a.push(Symbol('x'.repeat(1000) + a.length))",
    ends: outOfMemory,
  },
  {
    name: "a built-in function that looks up no more",
    code: "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
    ends: overBudget,
  },
  {
    name: "a sparse array that is joined",
    code: "const a = []; a.length = 2 ** 31; return a.join('x').length",
    ends: outOfMemory,
  },
  {
    name: "sorting with a comparison that lies",
    code: "return Array.from({ length: 5e4 }, (_, i) => i).sort(() => 1).length",
    ends: /^50000$|was ended/,
  },
  {
    name: "a huge text that is printed",
    code: "for (let i = 0; i < 100; i++) print('x'.repeat(1e5))",
    ends: /longer than its budget/,
  },
  { name: "a huge value that is returned", code: "return 'x'.repeat(1.5e6)", ends: /Return less/ },
  { name: "a huge message of an error", code: "throw new Error('x'.repeat(1e6))", ends: /^Error: x{1000,9000}/ },
  {
    name: "a huge input",
    code: "return (await echo({ text: 'x'.repeat(1.5e6) })).text.length",
    ends: /too_large|more than the/,
  },
  {
    name: "huge inputs together",
    code: "for (;;) try { await echo({ text: 'x'.repeat(5e5) }) } catch (e) { return e.message }",
    ends: /bytes|calls/,
  },
  { name: "a huge value that is kept", code: "keep('a', 'x'.repeat(1e6))", ends: /bytes of JSON are kept/ },
  { name: "thousands of calls", code: "for (let i = 0; i < 5000; i++) await echo({ text: '' })", ends: /calls; split/ },
  {
    name: "thousands of calls at once",
    code: "await Promise.all(Array.from({ length: 5000 }, () => echo({ text: '' })))",
    ends: /calls; split/,
  },
  { name: "calls that nobody awaits", code: "for (let i = 0; i < 30; i++) wait_forever(); return 1", ends: /^1$/ },
  {
    name: "calls after the end",
    code: "Promise.resolve().then(async () => { for (let i = 0; i < 100; i++) await null; await write_note({ text: 'late' }) }); return 1",
    ends: /^1/,
  },
  { name: "a call that never ends", code: "await wait_forever()", ends: /did not finish in time/ },
  { name: "a sleep that never ends", code: "await sleep(Infinity)", ends: /did not finish in time/ },
  {
    name: "thousands of sleeps",
    code: "await Promise.all(Array.from({ length: 5000 }, () => sleep(1e9)))",
    ends: /calls; split/,
  },
  {
    name: "a race that leaves calls behind",
    code: "return await Promise.race([wait_forever(), echo({ text: 'fast' })])",
    ends: /fast/,
  },
  {
    name: "finalizers",
    code: "const r = new FinalizationRegistry(() => { for (;;); }); for (let i = 0; i < 100; i++) r.register({}, i); return 1",
    ends: /^1$|was ended/,
  },
];
