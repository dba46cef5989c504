/** A script that tries to leave its sandbox, or to hang it, and how it must end: a pattern of the whole answer. */
export interface Attack {
  readonly name: string;
  readonly code: string;
  readonly ends: RegExp;
}

/** Walks up to a constructor of functions and asks it for what only a host has. */
const reachHost = 'constructor("return typeof process + typeof require + typeof globalThis.fetch")()';
const nothing = /^undefinedundefinedundefined$/;
export const overBudget = /was ended after \d+ steps|did not finish in time|without a pause/;
export const stackOverflow = /stack overflow|call stack|circular reference/i;

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
