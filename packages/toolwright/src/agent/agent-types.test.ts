import { describe, expect, expectTypeOf, test } from "vitest";
import * as z from "zod";
import { type AnyKernel, createKernel } from "../call/kernel.ts";
import { defineTool } from "../tool/define-tool.ts";
import { reads } from "../tool/effects.ts";
import type { AgentOptions } from "./agent-options.ts";
import { type Agent, createAgent } from "./create-agent.ts";
import { scriptModel } from "./fixtures/scripted-model.ts";
import type { AgentEvent } from "./run/events.ts";
import type { AgentHooks } from "./run/hooks.ts";
import type { AnyCall } from "./run/tool-types.ts";

const count = defineTool({
  name: "count",
  description: "Counts.",
  input: z.strictObject({ to: z.int().describe("How far"), by: z.int().default(1).describe("Steps") }),
  effects: reads,
  handle: ({ to }) => to,
});
const read = defineTool({
  name: "read",
  description: "Reads.",
  input: z.strictObject({ path: z.string().describe("Which file") }),
  effects: reads,
  handle: ({ path }) => path,
});
const click = {
  name: "click",
  description: "Clicks.",
  input: z.strictObject({ target: z.string().describe("What to click on") }),
} as const;
const kernel = createKernel({ tools: [count, read] });
const model = scriptModel({ text: "ok" });
const agent = createAgent({ model, kernel, hostTools: [click] });
type Name = "count" | "read" | "click";
type Hooks = NonNullable<AgentOptions<readonly [typeof count, typeof read], readonly [typeof click]>["hooks"]>;
type Call = Parameters<NonNullable<Hooks["beforeTool"]>>[0];

describe("an agent of a typed kernel", () => {
  test("knows the names in what it tells", () => {
    type Event = typeof agent extends Agent<infer Tool> ? AgentEvent<Tool["name"]> : never;
    type Detached = Extract<Event, { type: "call-detached" }>;
    expectTypeOf<Detached["tool"]>().toEqualTypeOf<Name>();
    expectTypeOf<Awaited<ReturnType<typeof agent.asks>>[number]["tool"]>().toEqualTypeOf<Name>();
    // A model may write any name; one that is no tool's is told apart, and no misspelt name fits.
    expectTypeOf<"count">().toExtend<Extract<Event, { type: "call-start" }>["tool"]>();
    expectTypeOf<"cuont">().not.toExtend<Extract<Event, { type: "call-start" }>["tool"]>();
  });

  test("gives hooks the input of the named tool", () => {
    expectTypeOf<Call["tool"]>().toEqualTypeOf<Name>();
    expectTypeOf<Extract<Call, { tool: "count" }>["input"]>().toEqualTypeOf<{ to: number; by?: number | undefined }>();
    expectTypeOf<Extract<Call, { tool: "click" }>["input"]>().toEqualTypeOf<{ target: string }>();
    createAgent({
      model,
      kernel,
      hooks: {
        beforeTool: (call) => {
          expectTypeOf(call.tool).toEqualTypeOf<"count" | "read">();
          if (call.tool === "count") expectTypeOf(call.input.to).toEqualTypeOf<number>();
          return { verdict: "proceed" };
        },
      },
    });
    // Hooks that know no tools serve any agent.
    expectTypeOf<AgentHooks>().toExtend<Hooks>();
  });

  test("remembers decisions about the fields of the named tool", () => {
    type Decisions = Parameters<typeof agent.decide>[1];
    const remember = <Pattern>(pattern: Pattern) => ({ id: { verdict: "approved" as const, remember: pattern } });
    expectTypeOf(remember({ tool: "read" as const, input: { path: "src/*" } })).toExtend<Decisions>();
    expectTypeOf(remember({ tool: "raed" as const, input: { path: "src/*" } })).not.toExtend<Decisions>();
    expectTypeOf(remember({ tool: "count" as const, input: { path: "src/*" } })).not.toExtend<Decisions>();
  });
});

test("names of subagents are names of tools, and they name what they use", () => {
  const below = { name: "explore", description: "Explores.", tools: ["read", "click"], mayChange: true } as const;
  const withBelow = createAgent({ model, kernel, hostTools: [click], subagents: [below] });
  expectTypeOf<Awaited<ReturnType<typeof withBelow.asks>>[number]["tool"]>().toEqualTypeOf<Name | "explore">();
  type Decisions = Parameters<typeof withBelow.decide>[1];
  const remember = { tool: "explore" as const, input: { task: "Look at *" } };
  expectTypeOf({ id: { verdict: "approved" as const, remember } }).toExtend<Decisions>();
  const misnamed = () =>
    createAgent({
      model,
      kernel,
      // @ts-expect-error -- no tool has this name
      subagents: [{ name: "explore", description: "Explores.", tools: ["raed"] }],
    });
  expect(misnamed).toThrow('explore names the tool "raed", which does not exist');
});

test("an agent of any kernel takes any name", () => {
  const any: AnyKernel = kernel;
  const untyped = createAgent({ model, kernel: any });
  expectTypeOf<string>().toExtend<Extract<AgentEvent, { type: "call-start" }>["tool"]>();
  expectTypeOf<Awaited<ReturnType<typeof untyped.asks>>[number]["tool"]>().toEqualTypeOf<string>();
  createAgent({
    model,
    kernel: any,
    hooks: {
      beforeTool: (call) => {
        expectTypeOf(call).toEqualTypeOf<AnyCall>();
        return { verdict: "proceed" };
      },
    },
  });
  expectTypeOf(agent).toExtend<Agent>();
});
