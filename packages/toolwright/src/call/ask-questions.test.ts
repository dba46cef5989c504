import { expect } from "vitest";
import * as z from "zod";
import { removing } from "../../test/removing.ts";
import { sampleKernel, sampleTool, writes } from "../../test/sample.ts";
import { verifies } from "../../test/verifies.ts";
import { askForm, readForm } from "../tool/question.ts";

const nameForm = z.object({ name: z.string() });
const accepted = (content: unknown) => ({ action: "accept", content });

function greeting(more: Parameters<typeof sampleTool>[1] = {}) {
  return sampleTool(async (_input, _services, call) => {
    const given = await readForm(call.answers["who"], nameForm);
    if (given.status === "declined") return "nobody";
    if (given.status === "missing") return call.ask({ who: askForm("What is your name?", nameForm) }, { asked: 1 });
    return `${given.value.name} ${JSON.stringify(call.state)}`;
  }, more);
}

verifies("input:rounds", "a tool that asks is run again with the answers and its own state", async () => {
  const { kernel } = sampleKernel([greeting()]);
  const first = await kernel.call("sample", {});
  expect(first).toMatchObject({
    status: "needs_input",
    questions: {
      who: {
        kind: "form",
        message: "What is your name?",
        fields: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      },
    },
    error: { code: "needs_input", message: "sample needs answers before it can go on: who." },
  });
  const state = first.status === "needs_input" ? first.state : undefined;
  const second = await kernel.call("sample", {}, { continues: { answers: { who: accepted({ name: "Ada" }) }, state } });
  expect(second).toMatchObject({ status: "ok", text: 'Ada {"asked":1}' });
});

verifies("input:rounds", "answers that do not fit are asked for again", async () => {
  const { kernel } = sampleKernel([greeting()]);
  for (const who of [undefined, 12, accepted({ name: 12 })]) {
    const outcome = await kernel.call("sample", {}, { continues: { answers: { who } } });
    expect(outcome.status).toBe("needs_input");
  }
});

verifies("input:rounds", "who declines is not taken for somebody who was not asked", async () => {
  const { kernel } = sampleKernel([greeting()]);
  for (const action of ["decline", "cancel"]) {
    const outcome = await kernel.call("sample", {}, { continues: { answers: { who: { action } } } });
    expect(outcome).toMatchObject({ status: "ok", text: "nobody" });
  }
});

verifies("input:sealed", "a round that was cancelled before it ran has used up nothing", async () => {
  const stop = new AbortController();
  let stopping = false;
  const { kernel } = sampleKernel([greeting()], {
    access: () => {
      if (stopping) stop.abort();
      return { verdict: "allow" };
    },
  });
  const first = await kernel.call("sample", {});
  if (first.status !== "needs_input") throw new Error(first.status);
  const continues = { answers: { who: accepted({ name: "Ada" }) }, state: first.state };
  stopping = true;
  expect(await kernel.call("sample", {}, { continues, signal: stop.signal })).toMatchObject({ status: "cancelled" });
  stopping = false;
  expect(await kernel.call("sample", {}, { continues })).toMatchObject({ status: "ok" });
});

verifies("input:sealed", "a state that was changed, moved, used or is too old is refused", async () => {
  const { kernel, clock } = sampleKernel([greeting(), greeting({ name: "other" })]);
  const stateOf = async (): Promise<string> => {
    const asked = await kernel.call("sample", { text: "a" });
    return (asked.status === "needs_input" ? asked.state : undefined) ?? "";
  };
  const goOn = async (name: string, text: string, state: string, session = "direct") => {
    const continues = { answers: { who: accepted({ name: "Ada" }) }, state };
    const outcome = await kernel.call(
      name,
      { text },
      { continues, caller: { host: "direct", session, principal: "direct" } },
    );
    return outcome.status === "ok" ? "ok" : outcome.error.code;
  };
  const [body = "", signature = ""] = (await stateOf()).split(".");
  expect(await goOn("sample", "a", `${body}.${signature}-TAMPERED`)).toBe("state_invalid");
  expect(await goOn("sample", "a", `${body}A.${signature}`)).toBe("state_invalid");
  expect(await goOn("sample", "a", "nonsense")).toBe("state_invalid");
  expect(await goOn("sample", "b", await stateOf())).toBe("state_invalid");
  expect(await goOn("other", "a", await stateOf())).toBe("state_invalid");
  expect(await goOn("sample", "a", await stateOf(), "somebody else")).toBe("state_invalid");
  const good = await stateOf();
  expect(await goOn("sample", "a", good)).toBe("ok");
  expect(await goOn("sample", "a", good)).toBe("state_invalid");
  const old = await stateOf();
  await clock.advance(600_000);
  expect(await goOn("sample", "a", old)).toBe("state_invalid");
});

verifies("input:approval-holds", "a call that was approved once is not approved again for its answers", async () => {
  const { kernel } = sampleKernel([greeting({ effects: writes })]);
  const asked = await kernel.call("sample", {});
  if (asked.status !== "needs_approval") throw new Error(asked.status);
  const first = await kernel.call("sample", {}, { approval: { request: asked.request, decision: "approved" } });
  if (first.status !== "needs_input") throw new Error(first.status);
  const answers = { who: accepted({ name: "Ada" }) };
  const withState = await kernel.call("sample", {}, { continues: { answers, state: first.state } });
  expect(withState.status).toBe("ok");
  const without = await kernel.call("sample", {}, { continues: { answers } });
  expect(without.status).toBe("needs_approval");
});

verifies("input:can-ask", "a tool may look whether anybody is there to answer", async () => {
  const { kernel } = sampleKernel([
    sampleTool((_input, _services, call) => `${call.canAsk("form")} ${call.canAsk("model")}`),
  ]);
  expect(await kernel.call("sample", {})).toMatchObject({ text: "false false" });
  expect(await kernel.call("sample", {}, { canAsk: (kind) => kind === "form" })).toMatchObject({ text: "true false" });
});

verifies("input:rounds", "asking nothing is the tool's fault and is told so", async () => {
  const { kernel, events } = sampleKernel([sampleTool((_input, _services, call) => call.ask({}))]);
  expect((await kernel.call("sample", {})).status).toBe("crashed");
  expect(events).toContainEqual(expect.objectContaining({ type: "fault", source: "handler" }));
});

verifies("access:before-dispatch", "questions and answers do not get past a denial", async () => {
  const { tool, ran } = removing();
  const { kernel } = sampleKernel([tool], { access: { readOnly: true } });
  const outcome = await kernel.call(tool.name, {}, { continues: { answers: { approve: accepted({}) } } });
  expect(outcome.status).toBe("denied");
  expect(ran).toEqual([]);
});
