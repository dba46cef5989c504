import { describe, expect, test } from "vitest";
import type { CallOptions } from "../call/kernel.ts";
import type { NeedsApproval, Outcome } from "../call/outcome.ts";
import { verifies } from "../../test/verifies.ts";
import { openScriptKernel, textOf, type ScriptKernel } from "./fixtures/script-kernel.ts";

const code = `
  const { text } = await echo({ text: "first" });
  const [one, two] = await Promise.all([write_note({ text }), count({ to: 2 })]);
  await write_note({ text: "second" });
  return [one.written, two.numbers];`;

function asked(outcome: Outcome): NeedsApproval {
  if (outcome.status === "needs_approval") return outcome;
  throw new Error(`${outcome.status}: ${textOf(outcome)}`);
}

function answer({ request, state }: NeedsApproval, decision: "approved" | "rejected" = "approved"): CallOptions {
  return { approval: { request, decision }, continues: { answers: {}, ...(state === undefined ? {} : { state }) } };
}

function started({ events }: ScriptKernel, tool: string): number {
  return events.filter((event) => event.type === "call-start" && event.tool === tool).length;
}

describe("a script whose calls need a person", () => {
  verifies("script:approval", "asks for each as that call would, and repeats none that has ended", async () => {
    const scripts = openScriptKernel();
    const first = asked(await scripts.run(code));
    expect(first.request).toMatchObject({ tool: "write_note", input: { text: "first" } });
    expect(first.state).toBeTypeOf("string");
    expect(scripts.done).toEqual([]);
    const second = asked(await scripts.run(code, answer(first)));
    expect(second.request).toMatchObject({ tool: "write_note", input: { text: "second" } });
    expect(scripts.done).toEqual(["first"]);
    const outcome = await scripts.run(code, answer(second));
    expect(outcome).toMatchObject({ status: "ok", value: { returned: [1, [1, 2]] } });
    expect(scripts.done).toEqual(["first", "second"]);
    expect([started(scripts, "echo"), started(scripts, "count")]).toEqual([1, 1]);
  });

  verifies("script:approval", "is told of a refusal as of any failed call", async () => {
    const scripts = openScriptKernel();
    const attempt = 'try { await write_note({ text: "x" }) } catch (e) { return e.code }';
    const outcome = await scripts.run(attempt, answer(asked(await scripts.run(attempt)), "rejected"));
    expect(outcome).toMatchObject({ value: { returned: "rejected" } });
    expect(scripts.done).toEqual([]);
  });

  verifies("script:approval", "lets calls under way end before it asks, and remembers them", async () => {
    const scripts = openScriptKernel({ access: { tools: { write_note: "allow", count: "ask" } } });
    const both =
      'const all = await Promise.all([write_note({ text: "a" }), count({ to: 1 }), write_note({ text: "b" })]); return all.length;';
    const outcome = await scripts.run(both, answer(asked(await scripts.run(both))));
    expect(outcome).toMatchObject({ value: { returned: 3 } });
    expect(scripts.done.toSorted()).toEqual(["a", "b"]);
  });

  verifies("script:approval", "sees the same time, chance, kept values and prints when it goes on", async () => {
    const scripts = openScriptKernel();
    await scripts.run('keep("n", 1)');
    const sameness = `
      keep("n", kept.n + 1);
      const seen = [Date.now(), Math.random(), kept.n];
      print("once");
      await write_note({ text: JSON.stringify(seen) });
      return JSON.stringify(seen);`;
    const first = asked(await scripts.run(sameness));
    const outcome = await scripts.run(sameness, answer(first));
    const [note] = scripts.done;
    expect(outcome).toMatchObject({ value: { printed: "once\n", returned: note } });
    expect(note).toContain(",2]");
  });

  verifies("script:approval", "asks again if it comes back without an answer, and still repeats nothing", async () => {
    const scripts = openScriptKernel();
    const first = asked(await scripts.run(code));
    const again = asked(await scripts.run(code, { continues: answer(first).continues ?? { answers: {} } }));
    expect(again.request.id).not.toBe(first.request.id);
    expect(started(scripts, "echo")).toBe(1);
  });

  test("cannot go on twice from the same place, nor with a state of another script", async () => {
    const scripts = openScriptKernel();
    const first = asked(await scripts.run(code));
    asked(await scripts.run(code, answer(first)));
    expect(await scripts.run(code, answer(first))).toMatchObject({
      status: "denied",
      error: { code: "state_invalid" },
    });
    expect(await scripts.run(`${code}\n`, answer(first))).toMatchObject({
      status: "denied",
      error: { code: "state_invalid" },
    });
    expect(scripts.done).toEqual(["first"]);
  });

  test("with an approval of its own keeps it when a call of it asks, too", async () => {
    const scripts = openScriptKernel({ access: { tools: { script: "ask" } } });
    const own = asked(await scripts.run('await write_note({ text: "x" })'));
    expect(own.request.tool).toBe("script");
    const inner = asked(await scripts.run('await write_note({ text: "x" })', answer(own)));
    expect(inner.request.tool).toBe("write_note");
    expect((await scripts.run('await write_note({ text: "x" })', answer(inner))).status).toBe("ok");
    expect(scripts.done).toEqual(["x"]);
  });

  test("that does not await a call asks for it all the same", async () => {
    const scripts = openScriptKernel();
    const unawaited = 'write_note({ text: "x" }); return 1;';
    expect(textOf(await scripts.run(unawaited, answer(asked(await scripts.run(unawaited)))))).toContain("is done");
    expect(scripts.done).toEqual(["x"]);
  });
});
