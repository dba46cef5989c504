/* oxlint-disable no-control-regex -- what a terminal is sent is what these tests look at */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { textWidth } from "../../src/cli/text-width.ts";
import { fileAppears, isAlive, makeDirectory, packageRoot } from "../cli-process.ts";
import type { StartedProcess } from "../started-process.ts";
import { verifies } from "../verifies.ts";
import { modelFlags, startChatOnTerminal } from "./chat-process.ts";
import { callOf, startModel } from "./mock-model.ts";

const other = ["--from", join(packageRoot, "test", "fixtures", "chat-tools", "index.ts")];
const prompt = "> \u001b[3G";
const promptAgain = /tokens in.*\s+\S*> \u001b\[3G$/;
const controlC = "\u0003";
const controlD = "\u0004";

function writeNote(file: string, text: string): { readonly name: string; readonly arguments: string } {
  return callOf("write_note", { file, text });
}

/** Types a line, as a person does who sees that it is expected. */
async function answer({ child, shows }: StartedProcess, question: string, line: string): Promise<void> {
  await shows(question);
  child.stdin.write(`${line}\r`);
}

describe.skipIf(!existsSync("/usr/bin/script"))("on a terminal", () => {
  verifies("chat:approval", "each call is asked for in place, approved, rejected or allowed from now on", async () => {
    const { url } = await startModel({
      three: [
        { toolCalls: [writeNote("notes", "a"), writeNote("notes", "b"), writeNote("notes", "c")] },
        { toolCalls: [writeNote("notes", "d"), writeNote("other", "e")] },
        { content: "Written." },
      ],
    });
    const cwd = makeDirectory();
    const chat = startChatOnTerminal([...other, ...modelFlags(url)], cwd);
    await answer(chat, prompt, "three notes");
    await answer(chat, "(1 of 3)", "y");
    await answer(chat, "(2 of 3)", "n");
    await answer(chat, "(3 of 3)", "always");
    await chat.shows("Always for which input?");
    // What stands there is the input; its last text becomes a star.
    chat.child.stdin.write('\u007f\u007f\u007f*"}\r');
    // The fourth note fits the pattern, the fifth goes to another file.
    await chat.shows("Write note  other");
    await answer(chat, "it changes something", "");
    await chat.shows("Written.");
    await chat.shows(promptAgain);
    chat.child.stdin.write(controlD);
    expect((await chat.ended).code).toBe(0);
    expect(readFileSync(join(cwd, "notes"), "utf8")).toBe("a\nc\nd\n");
    expect(existsSync(join(cwd, "other"))).toBe(false);
  });

  verifies("access:approval-whole", "a long input is cut, shown whole with a key, and approved", async () => {
    const text = Array.from({ length: 900 }, (_, line) => `line ${line}`).join("\n");
    const { url } = await startModel({ note: [{ toolCalls: [writeNote("notes", text)] }, { content: "Written." }] });
    const cwd = makeDirectory();
    const chat = startChatOnTerminal([...other, ...modelFlags(url), "note"], cwd, 40);
    await chat.shows("Write note  notes");
    await chat.shows("more lines; v shows all of it.");
    await answer(chat, "Run it? [y/N/view] ", "v");
    await chat.shows(String.raw`line 899"}`);
    chat.child.stdin.write("y\r");
    await chat.shows("Written.");
    expect((await chat.ended).code).toBe(0);
    expect(readFileSync(join(cwd, "notes"), "utf8")).toBe(`${text}\n`);
  });

  test("lines that are pasted are one input, each of them once", async () => {
    const { url, sent } = await startModel({ uno: [{ content: "Three lines." }] });
    const chat = startChatOnTerminal(modelFlags(url), makeDirectory());
    await answer(chat, prompt, "uno\rdos\rtres");
    await chat.shows("Three lines.");
    await chat.shows(promptAgain);
    chat.child.stdin.write(controlD);
    expect((await chat.ended).code).toBe(0);
    expect(sent()).toContain(String.raw`"uno\ndos\ntres"`);
  });

  verifies("chat:approval", "what was typed before the question is no answer to it", async () => {
    const { url } = await startModel(
      {
        erase: [
          { content: "I think about it for a while. ".repeat(8), toolCalls: [callOf("erase", { path: "file" })] },
          { content: "So be it." },
        ],
      },
      30,
    );
    const cwd = makeDirectory();
    writeFileSync(join(cwd, "file"), "kept");
    const chat = startChatOnTerminal([...modelFlags(url), "erase"], cwd);
    await chat.shows("I think about it");
    chat.child.stdin.write("y\r");
    await answer(chat, "Run it? [y/N/always] ", "");
    await chat.shows("So be it.");
    expect((await chat.ended).code).toBe(0);
    expect(readFileSync(join(cwd, "file"), "utf8")).toBe("kept");
  });

  verifies(
    "chat:interrupt",
    "Ctrl-C once cancels the turn and ends its tree, and the conversation goes on",
    async () => {
      const cwd = makeDirectory();
      const pids = join(cwd, "pids");
      const { url } = await startModel({
        tree: [{ toolCalls: [callOf("grow_tree", { pids })] }],
        hello: [{ content: "Still here." }],
      });
      const chat = startChatOnTerminal(modelFlags(url), cwd);
      await answer(chat, prompt, "a tree");
      await fileAppears(pids);
      const tree = readFileSync(pids, "utf8").trim().split(" ").map(Number);
      chat.child.stdin.write(controlC);
      await chat.shows("Cancelled.");
      expect(tree.map(isAlive)).toEqual([false, false, false]);
      await chat.shows(`Cancelled.`);
      chat.child.stdin.write("hello\r");
      await chat.shows("Still here.");
      chat.child.stdin.write(controlD);
      expect((await chat.ended).code).toBe(0);
    },
  );

  verifies("chat:interrupt", "Ctrl-C twice ends the program and a tree that heeds no signal", async () => {
    const cwd = makeDirectory();
    const pids = join(cwd, "pids");
    const { url } = await startModel({ tree: [{ toolCalls: [callOf("stubborn_tree", { pids })] }] });
    const chat = startChatOnTerminal([...other, ...modelFlags(url)], cwd);
    await answer(chat, prompt, "a tree");
    await fileAppears(pids);
    const tree = readFileSync(pids, "utf8").trim().split(" ").map(Number);
    // The tree has a while to end by itself; until then the turn is not over.
    const pressing = setInterval(() => chat.child.stdin.write(controlC), 300);
    await chat.ended;
    clearInterval(pressing);
    await expect.poll(() => tree.map(isAlive)).toEqual([false, false]);
  });

  verifies("chat:leave", "Ctrl-D during an answer ends the conversation behind it", async () => {
    const { url } = await startModel({ long: [{ content: "Word by word. ".repeat(100) }] }, 30);
    const chat = startChatOnTerminal(modelFlags(url), makeDirectory());
    await answer(chat, prompt, "long");
    await chat.shows("Word by word.");
    chat.child.stdin.write(controlD);
    const { code, stdout } = await chat.ended;
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Ends after this answer") });
    expect(stdout.split("Word by").length).toBe(101);
  });

  test.each(["exit", "quit", " /quit"])("%j typed ends the conversation, and is not sent", async (word) => {
    const { url, asked } = await startModel({});
    const chat = startChatOnTerminal(modelFlags(url), makeDirectory());
    await answer(chat, prompt, word);
    expect((await chat.ended).code).toBe(0);
    expect(asked()).toBe(0);
  });

  verifies("chat:leave", "two Ctrl-C at once end the program, its tree, and the raw mode of the terminal", async () => {
    const cwd = makeDirectory();
    const pids = join(cwd, "pids");
    const { url } = await startModel({ tree: [{ toolCalls: [callOf("stubborn_tree", { pids })] }] });
    const chat = startChatOnTerminal([...other, ...modelFlags(url)], cwd, 80, "; stty -a");
    await answer(chat, prompt, "a tree");
    await fileAppears(pids);
    const tree = readFileSync(pids, "utf8").trim().split(" ").map(Number);
    chat.child.stdin.write(controlC + controlC);
    const { stdout } = await chat.ended;
    expect(stdout).toMatch(/[^-]icanon.*[^-]echo /s);
    await expect.poll(() => tree.map(isAlive)).toEqual([false, false]);
  });

  verifies("chat:resume", "what was ended in the middle goes on only if the person wants it", async () => {
    const cwd = makeDirectory();
    const pids = join(cwd, "pids");
    const { url, asked } = await startModel({
      tree: [{ toolCalls: [callOf("stubborn_tree", { pids })] }],
      hello: [{ content: "Still here." }],
    });
    const flags = [...other, ...modelFlags(url)];
    const first = startChatOnTerminal([...flags, "--thread", "t"], cwd);
    await answer(first, prompt, "a tree");
    await fileAppears(pids);
    first.child.stdin.write(controlC + controlC);
    await first.ended;
    const second = startChatOnTerminal([...flags, "--resume", "t"], cwd);
    await answer(second, "Go on with it? [Y/n] ", "n");
    await answer(second, prompt, "hello");
    await second.shows("Still here.");
    expect(asked()).toBe(2);
    second.child.stdin.write(controlD);
    expect((await second.ended).code).toBe(0);
  });

  verifies("chat:resume", "Ctrl-D at a question leaves it for another time", async () => {
    const { url } = await startModel({ note: [{ toolCalls: [writeNote("notes", "a")] }, { content: "Written." }] });
    const cwd = makeDirectory();
    const flags = [...other, ...modelFlags(url)];
    const first = startChatOnTerminal([...flags, "--thread", "t", "a note"], cwd);
    await first.shows("Run it? ");
    first.child.stdin.write(controlD);
    const { code, stdout } = await first.ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("Go on: toolwright chat") });
    const second = startChatOnTerminal([...flags, "--resume", "t"], cwd);
    await second.shows("> a note");
    await answer(second, "Run it? ", "y");
    await second.shows(/Written[^]*> \u001b\[3G$/);
    second.child.stdin.write(controlD);
    await second.ended;
    expect(readFileSync(join(cwd, "notes"), "utf8")).toBe("a\n");
  });

  verifies("chat:form", "an answer out of bounds is asked for again, and one given before Ctrl-D is kept", async () => {
    const { url } = await startModel({ go: [{ toolCalls: [callOf("choose", {})] }, { content: "Chosen." }] });
    const cwd = makeDirectory();
    const flags = [...other, ...modelFlags(url)];
    const first = startChatOnTerminal([...flags, "--thread", "t", "go"], cwd);
    await answer(first, "colour: (red, blue) ", "green");
    await answer(first, "Expected red, blue.", "blue");
    await answer(first, "count: (integer, 1 to 9) ", "10");
    await first.shows("Too big: expected number to be <=9.");
    first.child.stdin.write(controlD);
    const { code, stdout } = await first.ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("Waits for a decision: Choose") });
    const second = startChatOnTerminal([...flags, "--resume", "t"], cwd);
    await answer(second, "count: (integer, 1 to 9) ", "3");
    await second.shows("Chosen.");
    await second.shows(promptAgain);
    second.child.stdin.write(controlD);
    const ended = await second.ended;
    expect(ended.stdout).not.toContain("colour:");
    expect(ended.code).toBe(0);
  });

  verifies("chat:partial", "Ctrl-D at the second question keeps the first decision", async () => {
    const { url } = await startModel({
      two: [{ toolCalls: [writeNote("notes", "a"), writeNote("notes", "b")] }, { content: "Written." }],
    });
    const cwd = makeDirectory();
    const flags = [...other, ...modelFlags(url)];
    const first = startChatOnTerminal([...flags, "--thread", "t", "two notes"], cwd);
    await answer(first, "(1 of 2)", "y");
    await first.shows("(2 of 2)");
    await first.shows(/Run it\? [^]*Run it\? /);
    first.child.stdin.write(controlD);
    expect((await first.ended).code).toBe(1);
    const second = startChatOnTerminal([...flags, "--resume", "t"], cwd);
    await answer(second, "Run it? ", "n");
    await second.shows("Written.");
    await second.shows(promptAgain);
    second.child.stdin.write(controlD);
    expect((await second.ended).stdout).not.toContain("of 2");
    expect(readFileSync(join(cwd, "notes"), "utf8")).toBe("a\n");
  });

  verifies("chat:clean", "nothing of model or tool reaches the terminal as a code", async () => {
    const evil = "\u001b]0;evil\u0007\u009b2J\u200b\u202e";
    const { url } = await startModel({
      go: [
        { content: `Hm${evil}. `, toolCalls: [callOf("choose", {}), callOf(`x${evil}`, { [evil]: evil })] },
        { content: `Done${evil}` },
      ],
    });
    const chat = startChatOnTerminal([...other, ...modelFlags(url), "go"], makeDirectory());
    await answer(chat, "colour: ", "green");
    await answer(chat, "Expected red, blue.", "blue");
    await answer(chat, "count: ", "2");
    const { code, stdout } = await chat.ended;
    expect(code).toBe(0);
    expect(stdout).toContain(String.raw`Done\u001b]0;evil\u0007\u009b2J\u200b\u202e`);
    expect(stdout).toContain(String.raw`Choose\u001b[2J a colour`);
    // Colours, the line at the bottom and the editor of lines are ours.
    const foreign = stdout
      .replaceAll(/\u001b\[(?:\d*m|K|\d*G|0?J|\d*C)/g, "")
      .match(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|(?![\r\n\t])[\p{Cf}\p{Cc}]/gu);
    expect(foreign).toBe(null);
  });

  test("every line fits a narrow terminal", async () => {
    const words = "A sentence with a number of words that must be broken somewhere. ";
    const { url } = await startModel({
      go: [
        {
          content: words.repeat(3),
          toolCalls: [callOf("greet", { name: "somebody with a very long name" }), callOf("fail", {})],
        },
        { content: `- ${words}\n- ${words}` },
      ],
    });
    const { code, stdout } = await startChatOnTerminal([...modelFlags(url), "go"], makeDirectory(), 40).ended;
    expect(code).toBe(0);
    const shown = stdout.replaceAll(/\r\u001b\[K|[^\n]*\r\u001b\[K/g, "").replaceAll(/\u001b\[\d+m/g, "");
    const lines = shown.split(/\r?\n/);
    expect(lines.filter((line) => textWidth(line) > 40)).toEqual([]);
    expect(lines).toContain("  that must be broken somewhere.");
  });
});
