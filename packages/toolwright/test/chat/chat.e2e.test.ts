import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { fileAppears, isAlive, makeDirectory, packageRoot, repositoryRoot, shell } from "../cli-process.ts";
import { verifies } from "../verifies.ts";
import { chat, modelFlags, readLines, startChat } from "./chat-process.ts";
import { callOf, startModel, startRefusing } from "./mock-model.ts";

const greets = {
  greet: [{ content: "I greet.", toolCalls: [callOf("greet", { name: "Ann" })] }, { content: "Ann was greeted." }],
};
const erases = {
  erase: [{ content: "I overwrite it.", toolCalls: [callOf("erase", { path: "file" })] }, { content: "Overwritten." }],
};

describe.each([
  ["OpenAI, chat", "mock"],
  ["OpenAI, responses", "openai:mock"],
  ["Anthropic", "anthropic:mock"],
])("%s", (_name, model) => {
  verifies("chat:wire", "answers with tools, its words on stdout and everything else beside them", async () => {
    const { url } = await startModel(greets);
    const { code, stdout, stderr } = await chat(["--base-url", url, "--model", model, "greet", "Ann"], makeDirectory());
    expect({ code, stdout }).toEqual({ code: 0, stdout: "I greet.\n\nAnn was greeted.\n" });
    expect(stderr).toMatch(
      /^✓ Greet {2}name=Ann {2}\d+ ms · \d+ tokens\n2 turns · 100 tokens in, 14 out · cost unknown\n$/,
    );
  });
});

test("a command that fails is shown as failed, with its exit code", async () => {
  const { url } = await startModel({
    go: [
      {
        toolCalls: [
          callOf("run", { command: "exit 3" }),
          callOf("run", { command: "kill -9 $$" }),
          callOf("run", { command: "true" }),
        ],
      },
      { content: "Hm." },
    ],
  });
  const fixture = join(packageRoot, "test", "fixtures", "chat-tools", "index.ts");
  const { stderr } = await chat(["--from", fixture, ...modelFlags(url), "go"], makeDirectory());
  expect(stderr).toMatch(/^✗ Run {2}command=exit 3 {2}exit 3 · [\d.]+ m?s/m);
  expect(stderr).toMatch(/^✗ Run {2}command=kill -9 \$\$ {2}ended by SIGKILL · [\d.]+ m?s/m);
  expect(stderr).toMatch(/^✓ Run {2}command=true {2}[\d.]+ m?s/m);
});

describe("for programs", () => {
  verifies("chat:json", "each event is a line, and the outcome is the last one", async () => {
    const { url } = await startModel(greets);
    const { code, stdout, stderr } = await chat(["--json", ...modelFlags(url), "-"], makeDirectory(), "greet Ann\n");
    const lines = readLines(stdout);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(lines.filter(({ type }) => type === "end").length).toBe(1);
    expect(new Set(lines.map(({ type }) => type))).toEqual(
      new Set(["turn", "text", "usage", "call-start", "call-end", "end"]),
    );
    expect(lines.at(-1)?.outcome).toMatchObject({ status: "done", text: "Ann was greeted.", turns: 2 });
  });

  verifies("chat:json", "an approval ends as awaiting unless a flag decides it", async () => {
    const { url } = await startModel(erases);
    const run = async (...flags: readonly string[]) => {
      const cwd = makeDirectory();
      writeFileSync(join(cwd, "file"), "kept");
      const { code, stdout } = await chat(["--json", ...modelFlags(url), ...flags, "erase it"], cwd);
      return {
        code,
        status: readLines(stdout).at(-1)?.outcome?.["status"],
        file: readFileSync(join(cwd, "file"), "utf8"),
      };
    };
    expect(await run()).toEqual({ code: 1, status: "awaiting", file: "kept" });
    expect(await run("--reject")).toEqual({ code: 0, status: "done", file: "kept" });
    expect(await run("--yes")).toEqual({ code: 0, status: "done", file: "erased" });
  });

  verifies("chat:clean", "a pipe gets no codes for a terminal", async () => {
    const { url } = await startModel({ paint: [{ toolCalls: [callOf("paint", {})] }, { content: "Painted." }] });
    const { stdout, stderr } = await chat([...modelFlags(url), "paint"], makeDirectory());
    expect(`${stdout}${stderr}`).not.toContain("\u001b");
  });
});

describe("interrupts", () => {
  verifies("chat:interrupt", "one ends the tool's whole tree, and the program as cancelled", async () => {
    const pids = join(makeDirectory(), "pids");
    const { url } = await startModel({ tree: [{ toolCalls: [callOf("grow_tree", { pids })] }] });
    const { child, ended } = startChat(["--json", ...modelFlags(url), "a tree"], makeDirectory());
    await fileAppears(pids);
    const tree = readFileSync(pids, "utf8").trim().split(" ").map(Number);
    expect(tree.map(isAlive)).toEqual([true, true, true]);
    child.kill("SIGINT");
    const { code, stdout } = await ended;
    expect({ code, outcome: readLines(stdout).at(-1)?.outcome }).toMatchObject({
      code: 130,
      outcome: { status: "cancelled" },
    });
    expect(tree.map(isAlive)).toEqual([false, false, false]);
  });

  verifies("chat:interrupt", "SIGTERM lets it end in order, too", async () => {
    const pids = join(makeDirectory(), "pids");
    const { url } = await startModel({ tree: [{ toolCalls: [callOf("grow_tree", { pids })] }] });
    const { child, ended } = startChat([...modelFlags(url), "a tree"], makeDirectory());
    await fileAppears(pids);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ code: 130, stderr: expect.stringContaining("Cancelled.") });
  });
});

describe("threads", () => {
  verifies("chat:private", "nothing is kept, unless it is asked for", async () => {
    const { url } = await startModel(greets);
    const cwd = makeDirectory();
    const before = readdirSync(cwd);
    await chat([...modelFlags(url), "greet"], cwd);
    expect(readdirSync(cwd).filter((name) => !["state", ".bin", ...before].includes(name))).toEqual([]);
    expect(existsSync(join(cwd, "state", "threads"))).toBe(false);
    await chat([...modelFlags(url), "--store", "kept", "greet"], cwd);
    expect(readdirSync(join(cwd, "kept")).length).toBe(1);
  });

  verifies(
    "chat:private",
    "a key goes only where it is meant to, and is in nothing that is shown or kept",
    async () => {
      const { url, headers } = await startRefusing();
      const cwd = makeDirectory();
      vi.stubEnv("OPENAI_API_KEY", "sk-of-openai");
      vi.stubEnv("ANTHROPIC_API_KEY", "sk-of-anthropic");
      vi.stubEnv("MY_KEY", "sk-of-mine");
      const runs = [];
      for (const model of ["mock", "openai:mock", "anthropic:mock"]) {
        runs.push(await chat(["--base-url", url, "--model", model, "hello"], cwd));
      }
      expect(headers()).toContain("authorization");
      expect(headers()).not.toContain("sk-of");
      const kept = ["--record", "said.json", "--store", "kept", "--key-env", "MY_KEY"];
      runs.push(await chat([...modelFlags(url), ...kept, "hello"], cwd));
      vi.unstubAllEnvs();
      expect(headers()).toContain("Bearer sk-of-mine");
      expect(runs.at(-1)?.stderr).toContain("Not with Bearer [key].");
      expect(headers()).not.toMatch(/sk-of-(?!mine)/);
      const files = ["said.json", ...readdirSync(join(cwd, "kept")).map((name) => join("kept", name))];
      const texts = files.map((name) => readFileSync(join(cwd, name), "utf8"));
      expect([JSON.stringify(runs), ...texts].join("")).not.toContain("sk-of");
    },
  );

  verifies("chat:resume", "what waits is decided in another process", async () => {
    const { url } = await startModel(erases);
    const cwd = makeDirectory();
    const first = await chat([...modelFlags(url), "--thread", "notes", "erase"], cwd);
    expect(first).toMatchObject({ code: 1, stderr: expect.stringContaining("Go on: toolwright chat --from") });
    expect(existsSync(join(cwd, "file"))).toBe(false);
    const second = await chat([...modelFlags(url), "--resume", "--yes"], cwd);
    expect(second).toMatchObject({ code: 0, stdout: "Overwritten.\n" });
    expect(readFileSync(join(cwd, "file"), "utf8")).toBe("erased");
  });

  verifies("chat:resume", "a program that was killed in the middle goes on in another one", async () => {
    const started = join(makeDirectory(), "started");
    const { url, asked } = await startModel({
      wait: [{ content: "I start.", toolCalls: [callOf("write_and_wait", { started })] }, { content: "Nobody knows." }],
    });
    const cwd = makeDirectory();
    const fixture = join(packageRoot, "test", "fixtures", "chat-tools", "index.ts");
    const flags = ["--from", fixture, ...modelFlags(url), "--store", "kept", "--yes"];
    const { child, ended } = startChat([...flags, "--thread", "t", "wait"], cwd);
    await fileAppears(started);
    child.kill("SIGKILL");
    await ended;
    expect(await chat(["--threads", "--store", "kept"], cwd)).toMatchObject({
      stdout: expect.stringContaining("cut off"),
    });
    const { code, stdout } = await chat([...flags, "--resume", "t"], cwd);
    expect({ code, stdout, asked: asked() }).toEqual({ code: 0, stdout: "Nobody knows.\n", asked: 2 });
    expect(readFileSync(started, "utf8")).toBe("once\n");
  });

  test("are listed, deleted, and kept no longer than told", async () => {
    const { url } = await startModel(greets);
    const cwd = makeDirectory();
    for (const name of ["one", "two", "three"]) await chat([...modelFlags(url), "--thread", name, "greet", name], cwd);
    const listed = await chat(["--threads", "--json"], cwd);
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { thread: "three", status: "done", begins: "greet three" },
      { thread: "two" },
      { thread: "one" },
    ]);
    expect(await chat(["--delete", "two"], cwd)).toMatchObject({ code: 0, stderr: "Deleted two.\n" });
    expect(await chat(["--delete", "two"], cwd)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--threads"),
    });
    await chat([...modelFlags(url), "--resume", "three", "--keep-threads", "1", "greet"], cwd);
    expect(JSON.parse((await chat(["--threads", "--json"], cwd)).stdout)).toMatchObject([{ thread: "three" }]);
  });

  test("one that is damaged is listed as that, beside the others", async () => {
    const { url } = await startModel(greets);
    const cwd = makeDirectory();
    await chat([...modelFlags(url), "--store", "kept", "--thread", "one", "greet"], cwd);
    const [file = ""] = readdirSync(join(cwd, "kept")).map((name) => join(cwd, "kept", name));
    const [header, first, , ...rest] = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, [header, first, ...rest].join("\n"));
    await chat([...modelFlags(url), "--store", "kept", "--thread", "two", "greet"], cwd);
    const { code, stdout } = await chat(["--threads", "--store", "kept", "--json"], cwd);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { thread: "two", status: "done" },
      { thread: "one", status: "damaged" },
    ]);
  });

  test.skipIf(process.platform === "win32")(
    "a recording goes through no link, even one that leads nowhere",
    async () => {
      const { url, asked } = await startModel(greets);
      const cwd = makeDirectory();
      symlinkSync(join(cwd, "elsewhere.json"), join(cwd, "said.json"));
      const refused = await chat([...modelFlags(url), "--record", "said.json", "greet"], cwd);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("exists already") });
      expect({ asked: asked(), written: existsSync(join(cwd, "elsewhere.json")) }).toEqual({
        asked: 0,
        written: false,
      });
    },
  );

  test("a recording says the same again without a server", async () => {
    const { url, asked } = await startModel(greets);
    const cwd = makeDirectory();
    await chat([...modelFlags(url), "--record", "said.json", "greet Ann"], cwd);
    expect(asked()).toBe(2);
    const replayed = await chat(["--replay", "said.json", "greet Ann"], cwd);
    expect(replayed).toMatchObject({ code: 0, stdout: "I greet.\n\nAnn was greeted.\n" });
    expect(await chat(["--replay", "said.json", "greet Bob"], cwd)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is not the recorded one"),
    });
  });
});

describe("what is missing", () => {
  verifies("chat:missing", "a limit of cost needs a price, which is told before anything is asked", async () => {
    const { url, asked } = await startModel(greets);
    const cwd = makeDirectory();
    const limited = [...modelFlags(url), "--max-cost", "1", "greet"];
    expect(await chat(limited, cwd)).toMatchObject({ code: 2, stderr: expect.stringContaining('"server/mock"') });
    expect(asked()).toBe(0);
    writeFileSync(join(cwd, "prices.json"), '{ "server/mock": { "input": 10000, "output": 100000 } }');
    const priced = await chat([...limited, "--prices", "prices.json", "--max-cost", "5000"], cwd);
    expect(priced).toMatchObject({ code: 0, stderr: expect.stringContaining("$2.4000") });
    const tooDear = await chat([...limited, "--prices", "prices.json"], cwd);
    expect(tooDear).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Stopped: $0.0000 of $1.0000 are spent"),
    });
    writeFileSync(join(cwd, "prices.json"), '{ "server/mock": { "input": "much" } }');
    expect(await chat([...limited, "--prices", "prices.json"], cwd)).toMatchObject({ code: 2 });
  });

  test.each([
    [["hello"], "Which model? Name one of a provider"],
    [["--model", "antropic:x", "hello"], "Did you mean anthropic:x?"],
    [["--model", "anthropic:x", "hello"], "ANTHROPIC_API_KEY is not set. Next: export ANTHROPIC_API_KEY=YOUR_KEY"],
    [["--base-url", "http://127.0.0.1:9", "hello"], "No server answers at http://127.0.0.1:9"],
    [["--base-url", "http://me:secret@127.0.0.1", "hello"], "must hold no key or password"],
    [["--resume"], "No thread is kept in"],
    [["--yes", "--reject", "hello"], "exclude each other"],
    [["--replay", "no.json", "hello"], "no.json cannot be read"],
    [["--keep-days", "soon", "--store", "x", "hello"], "--keep-days soon must be a number"],
    [["--keep-days", "3", "hello"], "need --store, --thread or --resume"],
    [["--thread", "a b", "hello"], '--thread "a b" must be'],
    [["--thread", "a", "--resume", "b", "hello"], "exclude each other"],
    [["--model", "mock"], "stdin was empty"],
  ])("%j is an error of usage", async (argv, words) => {
    vi.stubEnv("ANTHROPIC_API_KEY", "");
    const { code, stderr } = await chat(argv, makeDirectory());
    vi.unstubAllEnvs();
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
  });

  verifies("chat:missing", "a package that is not installed is named with the command that installs it", async () => {
    const cwd = makeDirectory();
    const copy = join(cwd, "elsewhere", "toolwright");
    for (const part of ["dist", "bin", "package.json"])
      cpSync(join(packageRoot, part), join(copy, part), { recursive: true });
    mkdirSync(join(copy, "node_modules"));
    symlinkSync(join(repositoryRoot, "node_modules", "zod"), join(copy, "node_modules", "zod"));
    const run = "ANTHROPIC_API_KEY=k node elsewhere/toolwright/bin/toolwright.js chat hello --model anthropic:x";
    expect(await shell(run, cwd)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^@ai-sdk\/anthropic is not installed \(looked in .*\)\.\nNext: npm install @ai-sdk\/anthropic\n$/,
      ),
    });
  });
});
