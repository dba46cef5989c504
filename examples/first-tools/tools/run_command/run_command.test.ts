import { harness, testTool } from "toolwright/testing";
import { describe, expect, test } from "vitest";
import runCommand from "./index.ts";

const services = () => ({ root: process.cwd() });
// A few calls at once are enough here, and the machine that runs this may be busy.
const options = { test, services, callsAtOnce: 10, blockMs: 5_000, exampleMs: 60_000 };

describe("run_command", () => {
  testTool(runCommand, options);

  test("a failing command is a result with its exit code", async () => {
    await using kit = harness([runCommand], { services, realTime: true });
    expect(await kit.call("run_command", { command: "echo out; echo err >&2; exit 3" })).toMatchObject({
      status: "ok",
      text: "out\nstderr:\nerr\nexit code 3",
    });
  });

  test("output that was not kept is counted in bytes", async () => {
    await using kit = harness([runCommand], { services, realTime: true });
    const outcome = await kit.call("run_command", { command: "head -c 1048586 /dev/zero | tr '\\0' x" });
    expect(outcome).toMatchObject({ status: "ok", value: { left_out_bytes: 10 } });
  });

  test("a command that takes too long is ended and what it printed is kept", async () => {
    await using kit = harness([runCommand], { services, realTime: true });
    expect(await kit.call("run_command", { command: "echo early; sleep 60", timeout_ms: 300 })).toMatchObject({
      status: "ok",
      value: { stdout: "early\n", timed_out: true, exit_code: null },
    });
  });
});
