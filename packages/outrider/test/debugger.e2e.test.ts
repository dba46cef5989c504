import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { packageRoot } from "./support/outrider-process.ts";
import { openServedOutrider, spawnServe } from "./support/served-outrider.ts";

const rounds = 20;
/** Any port, so that no other process can be in the way of a debugger. */
const env = { NODE_OPTIONS: "--inspect-port=0" };

/** Sends the signal and asks something, again and again; returns what the process has said meanwhile. */
async function signalAndAsk(
  child: ChildProcessWithoutNullStreams,
  ask: (round: number) => Promise<unknown>,
): Promise<string> {
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  for (let round = 0; round < rounds; round += 1) {
    expect(child.kill("SIGUSR1")).toBe(true);
    await ask(round);
  }
  return said;
}

describe.skipIf(process.platform === "win32")("the signal that opens Node's debugger", { timeout: 120_000 }, () => {
  test("opens one in a plain Node", async () => {
    const code = "process.stdin.resume().on('end', () => {}); console.log('up');";
    const child = spawn(process.execPath, ["-e", code], { env: { ...process.env, ...env } });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout, "data");
    child.kill("SIGUSR1");
    expect(String((await once(child.stderr, "data"))[0])).toContain("Debugger listening");
  });

  test("opens none in a server on stdin and stdout, which goes on", async () => {
    const served = await openServedOutrider({}, env);
    const said = await signalAndAsk(served.child, () => served.call("tree", {}));
    expect(said).toBe("");
    expect(await served.call("read_file", { path: "a.txt" })).toContain("hello");
  });

  test("opens none in a server over HTTP", async () => {
    const { child } = spawnServe(["--http", "127.0.0.1:0"], {}, env);
    const lines = createInterface(child.stderr)[Symbol.asyncIterator]();
    const url = /http:\S+/.exec(String((await lines.next()).value))?.[0] ?? "";
    const said = await signalAndAsk(child, async () => expect((await fetch(url)).status).toBe(401));
    expect(said).not.toMatch(/debugger|inspector/i);
  });

  test("opens none in the process of a model", async () => {
    const file = join(packageRoot, "src/search/embedders/transformers/model-process.mjs");
    const library = "data:text/javascript,export const env = {}; export const pipeline = async () => async () => ({})";
    const child = spawn(process.execPath, [file, JSON.stringify({ library })], { env: { ...process.env, ...env } });
    onTestFinished(() => void child.kill("SIGKILL"));
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    const ask = async (id: number): Promise<void> => {
      child.stdin.write(`${JSON.stringify({ kind: "embed", id, texts: ["a"], pooling: "mean" })}\n`);
      expect(JSON.parse(String((await answers.next()).value))).toMatchObject({ id });
    };
    await ask(rounds);
    expect(await signalAndAsk(child, ask)).not.toMatch(/debugger|inspector/i);
  });
});
