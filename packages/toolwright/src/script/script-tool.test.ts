import { describe, expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { deferred } from "../tool/deferred.ts";
import { openScriptKernel, textOf } from "./fixtures/script-kernel.ts";

describe("what comes back", () => {
  test("what is printed, then what is returned, and nothing else", async () => {
    const { run } = openScriptKernel();
    const outcome = await run('print("a", 1, { b: [2] }); await tools.count({ to: 3 }); return { c: 3 };');
    expect(outcome).toMatchObject({ status: "ok", value: { printed: 'a 1 {"b":[2]}\n', returned: { c: 3 } } });
    expect(textOf(outcome)).toBe('a 1 {"b":[2]}\n{"c":3}');
  });

  test("a script that prints and returns nothing says so", async () => {
    expect(textOf(await openScriptKernel().run("1 + 1"))).toBe("The script ended; it printed and returned nothing.");
  });

  test("text() shows an answer as the tool does, also one with fewer entries", async () => {
    const { run } = openScriptKernel();
    const code = `const answer = await count({ to: 5 });
      print(await text(answer));
      answer.numbers = answer.numbers.filter((each) => each > 3);
      print(await text(answer), await text("plain"), await text({ own: 1 }), text(answer));
      return text(await echo({ text: "no format" }));`;
    expect(textOf(await run(code)).split("\n")).toEqual([
      "5 numbers: 1 2 3 4 5",
      '2 numbers: 4 5 plain {"own":1} [a promise: await it first]',
      '{"text":"no format"}',
    ]);
  });

  test.each([
    ["a field of another type", 'answer.numbers = "many"'],
    ["a field that no answer has", "answer.more = 1"],
    ["a getter", 'Object.defineProperty(answer, "numbers", { enumerable: true, get: () => [{}] })'],
    ["a text of its own", 'answer.toJSON = () => ({ numbers: ["x"] })'],
  ])("text() of an answer with %s is refused by name", async (_what, change) => {
    const { run } = openScriptKernel();
    const code = `const answer = await count({ to: 2 }); ${change}; return text(answer);`;
    expect(textOf(await run(code))).toContain("This is no longer an answer of count.");
  });

  test("text() shows an answer that was shortened to fit", async () => {
    const { run } = openScriptKernel({ limits: { answerBytes: 1_000 } });
    const shown = textOf(
      await run("const answer = await count({ to: 5000 }); print(answer.overflow.total); return text(answer)"),
    );
    expect(shown).toMatch(/^5000\n\d+ numbers: 1 2 3/);
  });

  test("odd values are printed in some form, and none of them ends the script", async () => {
    const cyclic = "const c = {}; c.c = c; print(c); print(1n); print(Symbol('s')); print(() => 1); print(undefined);";
    const outcome = await openScriptKernel().run(
      `${cyclic} print(NaN, null, new TypeError("t")); print(Object.create(null));`,
    );
    const lines = textOf(outcome).split("\n");
    expect(lines).toEqual(["[object Object]", "1", "Symbol(s)", "() => 1", "undefined", "NaN null TypeError: t", "{}"]);
  });

  test("an answer of a tool is printed as the tool shows it, between what is around it", async () => {
    const { run, kernel } = openScriptKernel();
    const shown = await kernel.call("count", { to: 3 });
    const outcome = await run('print("before", await count({ to: 3 }), "after"); print(await count({ to: 3 }));');
    const text = shown.status === "ok" ? shown.text : "";
    expect(outcome).toMatchObject({ value: { printed: `before\n${text}\nafter\n${text}\n` } });
  });

  test("a value may say how it is printed", async () => {
    const { run } = openScriptKernel();
    const code =
      'const list = Object.assign([1, 2], { [Symbol.for("print")]: () => "two" }); print(list, 3); return list;';
    expect(await run(code)).toMatchObject({ value: { printed: "two\n3\n", returned: "two" } });
  });

  test("more than may be printed is left out and counted", async () => {
    const { run } = openScriptKernel({ limits: { outputBytes: 100 } });
    const outcome = await run('for (let i = 0; i < 50; i++) print("0123456789");');
    expect(textOf(outcome)).toContain("Note: 41 lines were not printed");
  });
});

describe("calls", () => {
  test("give the whole structured value, also under their bare names", async () => {
    const { run } = openScriptKernel();
    const outcome = await run(
      "const { numbers } = await count({ to: 20000 }); return numbers.length + numbers.at(-1);",
    );
    expect(outcome).toMatchObject({ value: { returned: 40_000 } });
  });

  test("pass the kernel's boundary, which reports them as calls of the same caller", async () => {
    const { run, events } = openScriptKernel();
    const caller = { host: "test", session: "s", principal: "p" };
    await run('await tools.echo({ text: "x" });', { caller });
    expect(events.filter(({ type }) => type === "call-start")).toMatchObject([
      { tool: "script", caller },
      { tool: "echo", caller },
    ]);
  });

  test("that fail throw a ToolError with code, message and the next call", async () => {
    const { run } = openScriptKernel();
    const code =
      "try { await fail() } catch (e) { return [e instanceof ToolError, e.name, e.code, e.message, e.tool, e.next] }";
    expect(await run(code)).toMatchObject({
      value: {
        returned: [true, "ToolError", "no_luck", "There was no luck.", "fail", { tool: "count", input: { to: 1 } }],
      },
    });
    expect(await run("try { await echo({ txt: 1 }) } catch (e) { return e.code }")).toMatchObject({
      value: { returned: "invalid_input" },
    });
  });

  test("are refused for tools that policy denies, and the script may go on", async () => {
    const { run, done } = openScriptKernel({ access: { readOnly: true }, readOnly: true });
    expect(textOf(await run('await tools.write_note({ text: "x" })'))).toContain(
      "There is no tool write_note. Tools: ",
    );
    const denied = openScriptKernel({ access: { tools: { write_note: "deny" } } });
    const code = 'try { await write_note({ text: "x" }) } catch (e) { return e.code }';
    expect(await denied.run(code)).toMatchObject({ value: { returned: "denied" } });
    expect([...done, ...denied.done]).toEqual([]);
  });

  test("of scripts by scripts do not exist", async () => {
    const { run } = openScriptKernel();
    expect(textOf(await run('await tools.script({ code: "1" })'))).toContain("There is no tool script.");
    expect(textOf(await run("return typeof script"))).toBe("undefined");
  });

  test("run side by side, at most so many at a time", async () => {
    let running = 0;
    let most = 0;
    const gate = deferred();
    const { sampleTool } = await import("../../test/sample.ts");
    const meet = sampleTool(
      async () => {
        running += 1;
        most = Math.max(most, running);
        if (running === 3) gate.resolve();
        await gate.promise;
        running -= 1;
        return most;
      },
      { name: "meet" },
    );
    const { run } = openScriptKernel({ tools: [meet], limits: { parallel: 3 } });
    const outcome = await run("return (await Promise.all(Array.from({ length: 9 }, () => meet()))).length");
    expect(outcome).toMatchObject({ value: { returned: 9 } });
    expect(most).toBe(3);
  });

  test("beyond the limit fail in the script", async () => {
    const { run } = openScriptKernel({ limits: { calls: 3 } });
    const code = 'for (let i = 0; ; i++) try { await echo({ text: "x" }) } catch (e) { return [i, e.code, e.message] }';
    expect(await run(code)).toMatchObject({
      value: { returned: [3, "script_limit", expect.stringContaining("3 calls")] },
    });
  });

  test("nobody awaits are given up if they read, finished if they write, and their failure is told", async () => {
    const { run, done, stopped } = openScriptKernel({ access: { confirm: "allow" } });
    const outcome = await run(
      'wait_forever(); await echo({ text: "" }); write_note({ text: "late" }); write_note({}); return "over";',
    );
    expect(textOf(outcome)).toContain("over\nNote: The script did not await write_note, which is done.");
    expect(textOf(outcome)).toContain("write_note, which failed: write_note was not run");
    await expect.poll(() => stopped).toEqual(["wait_forever"]);
    expect(done).toEqual(["late"]);
  });
});

describe("an answer that is too large for a script", () => {
  test("has its list shortened and an overflow, never a text in its place", async () => {
    const { run } = openScriptKernel({ limits: { answerBytes: 1_000 } });
    const outcome = await run(
      "const { numbers, overflow } = await count({ to: 5000 }); return [numbers.length, overflow];",
    );
    expect(outcome).toMatchObject({
      value: { returned: [expect.any(Number), { shown: expect.any(Number), total: 5_000, hint: expect.any(String) }] },
    });
  });

  test("is a ToolError if there is no list to shorten", async () => {
    const { run } = openScriptKernel({ limits: { answerBytes: 1_000 } });
    const code = 'try { await echo({ text: "x".repeat(5000) }) } catch (e) { return e.code }';
    expect(await run(code)).toMatchObject({ value: { returned: "too_large" } });
  });
});

describe("an uncaught error names the line as the model wrote it", () => {
  test.each([
    [
      "a thrown error",
      "const a = 1;\n\n  a.b.c();",
      "TypeError: cannot read property 'c' of undefined\n  at line 3, column 6: a.b.c();",
    ],
    [
      "a syntax error",
      "const a = 1;\nconst b = ;",
      "SyntaxError: unexpected token in expression: ';'\n  at line 2, column 11: const b = ;",
    ],
    [
      "a failed call",
      "print(1);\nawait fail();",
      "ToolError (no_luck): There was no luck.\n  at line 2, column 11: await fail();",
    ],
    [
      "after an await",
      'await echo({ text: "" });\nnull.x;',
      "TypeError: cannot read property 'x' of null\n  at line 2, column 5: null.x;",
    ],
    ["a missing brace", "if (true) {", "at the end of the script: a bracket or a quote is not closed, or closed twice"],
    ["something that is no error", "throw { a: 1 }", 'Error: {"a":1}'],
  ])("%s", async (_what, code, expected) => {
    const outcome = await openScriptKernel().run(code);
    expect(outcome).toMatchObject({ status: "tool_error", error: { code: "script_error" } });
    expect(textOf(outcome)).toContain(expected);
  });

  test("of a long line, the part around the error is shown", async () => {
    const code = `${"/* filler */ ".repeat(40)}null.x; ${"/* more */ ".repeat(40)}`;
    const text = textOf(await openScriptKernel().run(code));
    expect(text).toMatch(/column \d+: ….*null\.x;.*…$/m);
  });

  verifies("script:line", "with what was printed and changed before", async () => {
    const { run } = openScriptKernel({ access: { confirm: "allow" } });
    const text = textOf(await run('print("so far"); await write_note({ text: "x" }); throw new Error("then");'));
    expect(text).toContain("Done before, and not undone: write_note.\nPrinted before:\nso far");
  });
});

describe("kept values", () => {
  test("are there for later scripts of the session, and for no other session", async () => {
    const { run } = openScriptKernel();
    const mine = { caller: { host: "t", session: "1", principal: "p" } };
    await run('keep("found", { a: [1] }); keep("gone", 1); keep("gone", undefined);', mine);
    expect(await run("return kept", mine)).toMatchObject({ value: { returned: { found: { a: [1] } } } });
    expect(await run("return kept", { caller: { ...mine.caller, session: "2" } })).toMatchObject({
      value: { returned: {} },
    });
    expect(await run("return kept", { caller: { ...mine.caller, principal: "q" } })).toMatchObject({
      value: { returned: {} },
    });
  });

  test("are bounded, and their names are identifiers", async () => {
    const { run } = openScriptKernel({ limits: { keptBytes: 100, keptValues: 2 } });
    expect(textOf(await run('keep("a", "x".repeat(200))'))).toContain("at most 100 bytes");
    expect(textOf(await run('keep("__proto__", 1)'))).toContain("must be an identifier");
    await run('keep("a", 1); keep("b", 2);');
    expect(textOf(await run('keep("c", 3); return "ok"'))).toContain("Not kept, no room in this session: c.");
    expect(textOf(await run("kept.a = 5"))).toContain("`kept` is read-only");
  });
});

test("time stands still but for sleeps, and the library of the application is there", async () => {
  const { run } = openScriptKernel({ library: "globalThis.twice = (x) => 2 * x;" });
  const code =
    "const a = Date.now(); for (let i = 0; i < 1e5; i++); const b = Date.now(); await sleep(5); return [b - a, Date.now() - a, twice(4)]";
  expect(await run(code)).toMatchObject({ value: { returned: [0, 5, 8] } });
});

verifies("script:cancel", "the thread ends, and so do the calls under way", async () => {
  const { run, events, stopped, kernel } = openScriptKernel();
  const controller = new AbortController();
  const running = run("await Promise.all([wait_forever(), wait_forever()])", { signal: controller.signal });
  await expect.poll(() => events.filter((event) => event.type === "call-start").length).toBe(3);
  controller.abort();
  expect((await running).status).toBe("cancelled");
  await expect.poll(() => stopped.length).toBe(2);
  expect(await kernel.close()).toEqual({ unfinished: [] });
});

test("the deadline keeps what was printed", async () => {
  const { run } = openScriptKernel({ deadlineMs: 1_500 });
  const outcome = await run('print("so far"); await wait_forever();');
  expect(outcome).toMatchObject({ status: "tool_error", error: { code: "script_deadline" } });
  expect(textOf(outcome)).toContain("Under way until then: wait_forever({}).\nPrinted before:\nso far");
});
