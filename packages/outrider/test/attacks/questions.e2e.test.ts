import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderOutcome } from "toolwright";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { userConfigSchema } from "../../src/workspace/config/user-config.ts";
import { openKit } from "../support/outrider-kit.ts";
import { openServedOutrider } from "../support/served-outrider.ts";
import { writeFiles } from "../support/temp-project.ts";

describe("what a person is asked about a command", () => {
  const long = (length: number): string => `rm -rf src # ${"a".repeat(length)}; rm -rf docs`;

  // A dialog over MCP has a bound of its own: `toolwright/test/mcp/asking.test.ts`.
  test("is all of it, however long", async () => {
    const kit = await openKit({ "src/a.ts": "x\n" });
    for (const length of [7_000, 20_000]) {
      const asked = await kit.call("run_command", { command: long(length) });
      expect(asked).toMatchObject({ status: "needs_approval", request: { input: { command: long(length) } } });
    }
    expect(existsSync(join(kit.root, "src/a.ts"))).toBe(true);
  });
});

describe.skipIf(process.platform === "win32")("Outrider's state of the user", () => {
  const id = "0123456789abcdef";

  async function openWithState() {
    return await openKit(
      { "a.txt": "x\n" },
      {
        prepare({ base }) {
          vi.stubEnv("HOME", join(base, "home"));
          vi.stubEnv("XDG_STATE_HOME", undefined);
          onTestFinished(() => void vi.unstubAllEnvs());
          writeFiles(join(base, "home"), { ".local/state/outrider/id": id, ".local/share/other": "x" });
        },
      },
    );
  }

  test.each([
    "cat ~/.local/state/outrider/id",
    'cat "$HOME/.local/state/outrider/id"',
    "head -c 16 < ~/.local/state/outrider/id",
    "cd ~/.local/state/outrider && cat id",
    "cat ~/.local/state/outrider/*",
    "grep -r . ~/.local/state/outrider",
    "grep -r . ~/.local/state",
    "cp ~/.local/state/outrider/id copy",
    "tar cf copy.tar ~/.local/state",
    "ln -s ~/.local/state/outrider/id link; cat link",
    "base64 ../home/.local/state/outrider/id",
  ])("is not read unasked: %s", async (command) => {
    const kit = await openWithState();
    const ended = await kit.call("run_command", { command });
    expect(ended.status, renderOutcome(ended)).toBe("needs_approval");
  });

  test.each(["cat a.txt", "echo ~", "cat ~/.local/share/other", "ls /tmp"])(
    "is no reason to ask: %s",
    async (command) => {
      const kit = await openWithState();
      const ended = await kit.call("run_command", { command });
      expect(ended.status, renderOutcome(ended)).toBe("ok");
    },
  );
});

describe("a refusal for want of a person", () => {
  test("names settings that exist, and no other program's flags", async () => {
    const served = await openServedOutrider();
    const said = [
      await served.call("run_command", { command: "rm -rf ." }),
      await served.call("approve_write", { path: "/usr/share" }),
      await served.call("workspace", { action: "activate", path: "/usr" }),
      await served.call("library", { action: "register", name: "x", path: "/usr/share" }),
    ];
    const known = Object.keys(userConfigSchema.shape.security.parse({}));
    for (const text of said) {
      expect(text).toContain("needs a person's approval");
      expect(text).toContain("does not support elicitation");
      expect(text).not.toMatch(/toolwright|--allow|access:/);
      for (const [, name] of text.matchAll(/`security\.(\w+)/g)) expect(known).toContain(name);
    }
    expect(said.map((text) => /The person can [^,]*?(?=\. A client|,| in the)/.exec(text)?.[0])).toEqual([
      "The person can run the command in a terminal of their own",
      "The person can add the directory to `security.write_roots`",
      "The person can add it",
      "The person can add it to `security.read_roots`",
    ]);
  });

  test("tells what the person can set where commands are off", async () => {
    const kit = await openKit({}, { settings: '[security]\nshell = "deny"\n' });
    expect(renderOutcome(await kit.call("run_command", { command: "ls" }))).toContain('`security.shell = "ask"`');
  });
});

describe("a write to the temp directory", () => {
  test("proposes the file itself, and the person's word is good for that file alone", async () => {
    const kit = await openKit({ "a.txt": "x\n" });
    const [path, other] = [join(kit.temp, "notes.txt"), join(kit.temp, "other.txt")];
    const refused = await kit.call("create_file", { path, content: "x" });
    expect(refused).toMatchObject({
      error: { code: "not_writable", next: { tool: "approve_write", input: { path } } },
    });
    expect(await kit.call("approve_write", { path })).toMatchObject({
      status: "needs_approval",
      request: { reason: expect.stringContaining(path) },
    });
    await kit.read("approve_write", { path }, { approve: true });
    await kit.read("create_file", { path, content: "one\n" });
    await kit.read("edit_file", { path, old_string: "one", new_string: "two" });
    expect(readFileSync(path, "utf8")).toBe("two\n");
    expect(await kit.call("create_file", { path: other, content: "x" })).toMatchObject({
      error: { code: "not_writable" },
    });
    expect(existsSync(other)).toBe(false);
  });

  test("proposes its own folder if it has one, even before that exists", async () => {
    const kit = await openKit({ "a.txt": "x\n" });
    const path = join(kit.temp, "results/deep/a.txt");
    const refused = await kit.call("create_file", { path, content: "x" });
    const folder = join(kit.temp, "results/deep");
    expect(refused).toMatchObject({ error: { next: { tool: "approve_write", input: { path: folder } } } });
    await kit.read("approve_write", { path: folder }, { approve: true });
    await kit.read("create_file", { path, content: "x" });
    expect(existsSync(path)).toBe(true);
  });

  test("is the only place where a file can be approved", async () => {
    const kit = await openKit({ "a.txt": "x\n" }, { prepare: ({ outside }) => writeFiles(outside, { "b.txt": "b" }) });
    for (const path of [join(kit.outside, "b.txt"), join(kit.outside, "new.txt"), "a.txt"]) {
      expect(await kit.call("approve_write", { path }, { approve: true })).toMatchObject({ status: "tool_error" });
    }
  });
});
