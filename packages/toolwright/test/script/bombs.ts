import { overBudget, stackOverflow, type Attack } from "./attacks.ts";

const outOfMemory =
  /out of memory|too (long|large)|invalid array (buffer )?length|string too long|was ended after \d+ steps|without a pause/i;

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
