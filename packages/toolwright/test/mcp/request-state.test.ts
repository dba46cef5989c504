import { afterAll, beforeAll, describe, expect } from "vitest";
import { z } from "zod";
import { verifies } from "../verifies.ts";
import { startHttp, useFixture, type HttpFixture, type ServerEvent } from "./fixture-process.ts";
import type { Log } from "./log.ts";
import { sendModern } from "./raw-http.ts";
import { envelope, type RawAnswer } from "./raw-message.ts";
import { openRawStdio, type RawStdio } from "./raw-stdio.ts";

type Params = Readonly<Record<string, unknown>>;

const fixture = useFixture();
const asked = z.object({ resultType: z.literal("input_required"), requestState: z.string() });
const sizeAnswer = { size: { action: "accept", content: { size: "large" } } };
const sureAnswer = { sure: { action: "accept", content: { sure: true } } };
const yes = { approve: { action: "accept", content: {} } };

describe.each(["stdio", "http"])("modern requests over %s", (transport) => {
  let raw: RawStdio | undefined;
  let server: HttpFixture | undefined;
  beforeAll(async () => {
    if (transport === "stdio") raw = openRawStdio(fixture.program);
    else server = await startHttp(fixture.program, { variant: "full" });
  });
  afterAll(async () => {
    await raw?.stop();
    await server?.stop();
  });

  async function call(params: Params): Promise<RawAnswer> {
    if (raw !== undefined) return await raw.request("tools/call", { _meta: envelope(), ...params });
    if (server === undefined) throw new Error("no server");
    const { answer } = await sendModern(server, "tools/call", params);
    if (answer === undefined) throw new Error("no answer");
    return answer;
  }

  async function stateOf(params: Params): Promise<string> {
    return asked.parse((await call(params)).result).requestState;
  }

  function watchRemovals(): () => readonly unknown[] {
    const events: Log<ServerEvent> | undefined = (raw?.events ?? server?.events)?.fromNow();
    return () => events?.entries.filter((event) => event.name === "removed").map((event) => event["path"]) ?? [];
  }

  const remove = (path: string): Params => ({ name: "remove_file", arguments: { path } });
  const order = (name: string): Params => ({ name: "order_pizza", arguments: { name } });
  /** The state of an order whose size is chosen. */
  const chosenState = async (name: string) => await stateOf({ ...order(name), inputResponses: sizeAnswer });

  verifies("mcp:state", "an approval that was altered or made up is refused", async () => {
    const removals = watchRemovals();
    const state = await stateOf(remove("mine"));
    const encoded = state.slice("approval ".length);
    const request: unknown = JSON.parse(Buffer.from(encoded, "base64url").toString());
    const altered = Buffer.from(JSON.stringify(request).replaceAll("mine", "other")).toString("base64url");
    const madeUp = Buffer.from('{"version":1,"signature":""}').toString("base64url");
    const forgeries = [`approval ${altered}`, `approval ${madeUp}`, "approval !!", "approval ", "made up", ""];
    for (const requestState of forgeries) {
      const { error, result } = await call({ ...remove("other"), inputResponses: yes, requestState });
      expect([requestState, error, result]).toMatchObject([
        requestState,
        { code: -32_602, data: { reason: "invalid_request_state" } },
        undefined,
      ]);
    }
    // One of a version that is not known is asked anew.
    asked.parse((await call({ ...remove("other"), inputResponses: yes, requestState: "approval e30" })).result);
    expect(removals()).toEqual([]);
  });

  verifies("mcp:state", "an approval is good once, and for its own input only", async () => {
    const removals = watchRemovals();
    const requestState = await stateOf(remove("mine"));
    // Another input asks anew and does not use the approval up.
    asked.parse((await call({ ...remove("other"), inputResponses: yes, requestState })).result);
    const first = await call({ ...remove("mine"), inputResponses: yes, requestState });
    expect(first.result).toMatchObject({ content: [{ text: "removed mine" }] });
    asked.parse((await call({ ...remove("mine"), inputResponses: yes, requestState })).result);
    expect(removals()).toEqual(["mine"]);
  });

  verifies("mcp:state", "an answer without its state, or a state without its answer, approves nothing", async () => {
    const removals = watchRemovals();
    asked.parse((await call({ ...remove("mine"), inputResponses: yes })).result);
    const requestState = await stateOf(remove("mine"));
    asked.parse((await call({ ...remove("mine"), requestState })).result);
    const vague = { approve: { action: "yes" } };
    const { error, result } = await call({ ...remove("mine"), inputResponses: vague, requestState });
    expect(error?.code ?? result?.["isError"]).toBeTruthy();
    expect(removals()).toEqual([]);
  });

  verifies("mcp:state", "the state of a question is good once, unchanged, for its own tool and input", async () => {
    const requestState = await chosenState("Ada");
    const elsewhere: Params[] = [
      { ...order("Ada"), requestState: `${requestState}x` },
      { ...order("Ada"), requestState: `x${requestState}` },
      { ...order("Ada"), requestState: `${requestState}.${requestState}` },
      { ...order("Bob"), requestState },
      { name: "echo", arguments: { text: "x" }, requestState },
    ];
    for (const params of elsewhere) {
      const { error } = await call({ ...params, inputResponses: sureAnswer });
      expect([params, error]).toMatchObject([params, { code: -32_602, data: { reason: "invalid_request_state" } }]);
    }
    const good = await call({ ...order("Ada"), inputResponses: sureAnswer, requestState });
    expect(good.result).toMatchObject({ content: [{ text: "large pizza for Ada" }] });
    const again = await call({ ...order("Ada"), inputResponses: sureAnswer, requestState });
    expect(again.error?.code).toBe(-32_602);
  });

  verifies("mcp:state", "a state that is no text is refused, and the next request is answered", async () => {
    for (const requestState of [5, {}, [], true]) {
      expect((await call({ ...remove("mine"), inputResponses: yes, requestState })).error?.code).toBe(-32_602);
    }
    const { result } = await call({ name: "echo", arguments: { text: "alive" } });
    expect(result).toMatchObject({ content: [{ text: "alive" }] });
  });
});
