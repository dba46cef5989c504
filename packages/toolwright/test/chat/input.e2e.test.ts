import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isAlive, makeDirectory, shell, startProgram } from "../cli-process.ts";
import { verifies } from "../verifies.ts";
import { chat, chatFixture, modelFlags, startChat } from "./chat-process.ts";
import { callOf, startModel, startRefusing } from "./mock-model.ts";

const hello = { hello: [{ content: "Hello." }] };

/** Pipes a second line into it once it has said that it waits. */
async function tellLate(program: string, first: string): Promise<void> {
  const wait = "until grep -q 'Reading stdin until it ends; Ctrl-C stops.' told; do sleep 0.1; done";
  await shell(`touch told; (${first || ":"}; ${wait}; echo late) | ${program} 2>told`, makeDirectory());
}

describe("input", () => {
  verifies("chat:input", "what is piped in stands below the words", async () => {
    const { url, sent } = await startModel(hello);
    await chat([...modelFlags(url), "hello", "explain", "this"], makeDirectory(), "line one\nline two\n");
    expect(sent()).toContain(String.raw`"hello explain this\n\nline one\nline two"`);
  });

  verifies("chat:input", "of a long stdin both ends are sent, and what is left out is told", async () => {
    const { url } = await startModel(hello);
    const cwd = makeDirectory();
    const log = `first line\n${"x".repeat(400_000)}\nlast line`;
    const { stderr } = await chat([...modelFlags(url), "--store", "kept", "hello"], cwd, log);
    expect(stderr).toContain("stdin is longer than 256 KiB: 135 KiB in its middle are left out.");
    const [file = ""] = readdirSync(join(cwd, "kept"));
    const thread = readFileSync(join(cwd, "kept", file), "utf8");
    expect(thread).toMatch(/first line\\nx+\\n\[… \d+ bytes are left out here …\]\\nx+\\nlast line/);
  });

  verifies("chat:input", "a stdin that stays open and silent is left out, which is told", async () => {
    const { url } = await startModel(hello);
    const { child, ended } = startProgram(
      "toolwright",
      ["chat", "--from", chatFixture, ...modelFlags(url), "hello"],
      makeDirectory(),
    );
    const { code, stdout, stderr } = await ended;
    child.stdin.end();
    expect({ code, stdout }).toEqual({ code: 0, stdout: "Hello.\n" });
    expect(stderr).toContain("stdin is open and sent nothing for 3 s");
  });

  verifies("chat:input", "a dash waits for what comes late", async () => {
    const { url, sent } = await startModel(hello);
    const flags = modelFlags(url).join(" ");
    await tellLate(`toolwright chat --from '${chatFixture}' ${flags} hello -`, "");
    expect(sent()).toContain(String.raw`"hello\n\nlate"`);
  });

  verifies("chat:input", "a stdin that goes on is read to its end, which is told", async () => {
    const { url, sent } = await startModel(hello);
    const flags = modelFlags(url).join(" ");
    await tellLate(`toolwright chat --from '${chatFixture}' ${flags} hello`, "echo soon");
    expect(sent()).toContain(String.raw`"hello\n\nsoon\nlate"`);
  });

  verifies("access:approval-whole", "an input of any length runs where --yes was said", async () => {
    const text = "word ".repeat(5_000);
    const { url } = await startModel({
      note: [{ toolCalls: [callOf("write_note", { file: "notes", text })] }, { content: "Written." }],
    });
    const cwd = makeDirectory();
    const { code, stderr } = await chat(["--from", chatFixture, ...modelFlags(url), "--yes", "note"], cwd);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^--yes approves Write note, whose input has 25,0\d\d characters\.$/m),
    });
    expect(readFileSync(join(cwd, "notes"), "utf8")).toBe(`${text}\n`);
  });
});

describe("threads", () => {
  test("one that is not there is told, with those that are", async () => {
    const { url, asked } = await startModel(hello);
    const cwd = makeDirectory();
    const run = async (...argv: readonly string[]) => await chat([...modelFlags(url), ...argv], cwd);
    expect(await run("--thread", "milk", "hello")).toMatchObject({ code: 0 });
    const unknown = await run("--resume", "milch", "hello");
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toMatch(
      /^There is no thread "milch"\. In .*threads: milk\.\nBegin it: .* --thread milch\n$/,
    );
    const words = await run("--resume", "hello again");
    expect(words.stderr).toContain(`There is no thread "hello again".`);
    expect(words.stderr).toContain(
      "Words for the latest thread stand before the flag: toolwright chat 'hello again' --resume",
    );
    expect(await run("--thread", "milk", "hello")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--resume milk goes on with it"),
    });
    expect(asked()).toBe(1);
    expect(await run("hello again", "--resume")).toMatchObject({ code: 0, stdout: "Hello.\n" });
  });
});

describe("a server that refuses", () => {
  test.each([
    [401, "Next: put a valid one there, or name another variable with --key-env."],
    [403, "It may lack the right to this model."],
    [404, "Next: correct --base-url"],
  ])("with HTTP %i is explained with the next step, and the key is not shown", async (status, hint) => {
    const { url } = await startRefusing(status);
    const flags = [...modelFlags(url), "--key-env", "MY_KEY", "hello"];
    const { code, stderr } = await chat(flags, makeDirectory(), "", { MY_KEY: "sk-of-mine" });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(hint) });
    expect(stderr).not.toContain("sk-of");
  });
});

describe("the reader of stdout", () => {
  verifies("chat:reader", "has gone: the run is cancelled at the next words", async () => {
    const { url } = await startModel({ lines: [{ content: "A line.\n".repeat(2_000) }] }, 2);
    const { stdout, stderr } = await startChat([...modelFlags(url), "lines"], makeDirectory(), "", "| head -1").ended;
    expect(stdout).toBe("A line.\n");
    expect(stderr).toContain("Cancelled.");
  });

  verifies("chat:reader", "has gone: what was started ends with the next event", async () => {
    const cwd = makeDirectory();
    const tree = `sleep 60 & echo $$ $! >pids.part; mv pids.part pids; wait`;
    const second = `until [ -e gone ] && [ -e pids ]; do sleep 0.05; done`;
    const { url } = await startModel({
      go: [{ toolCalls: [callOf("run", { command: tree }), callOf("run", { command: second })] }],
    });
    const flags = ["--from", chatFixture, "--json", "--yes", ...modelFlags(url)];
    const leave = `| (sed '/call-start.*gone/q' >/dev/null; exec <&-; touch gone)`;
    await startChat([...flags, "--thread", "t", "go"], cwd, "", leave).ended;
    const pids = readFileSync(join(cwd, "pids"), "utf8").trim().split(" ").map(Number);
    expect(pids.map(isAlive)).toEqual([false, false]);
    const { stdout } = await chat(["--threads", "--json"], cwd);
    expect(JSON.parse(stdout)).toMatchObject([{ thread: "t", status: "cancelled" }]);
  });
});
