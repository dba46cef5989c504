import { Readable, Writable } from "node:stream";
import { type CommandArguments, runCli, usageError } from "toolwright/cli";
import { describe, expect, test } from "vitest";
import { readFlags } from "./ask-command.ts";
import { createChangesCommand } from "./changes/changes-command.ts";
import { readProjectFlags } from "./flags.ts";
import { createPipeCommands } from "./pipes/pipe-commands.ts";
import { createSearchCommand } from "./search/search-command.ts";

const context = { cwd: "/", version: "", packageRoot: "", env: {} };

/** The flags of a command line as its command is given them, or what is wrong with it. */
async function askProgram(argv: readonly string[]): Promise<ReturnType<typeof readProjectFlags> | string> {
  let seen: ReturnType<typeof readProjectFlags> | undefined;
  const open = async (args: CommandArguments): Promise<never> => {
    seen = readProjectFlags(args);
    throw usageError("Seen.");
  };
  const said: string[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said.push(chunk.toString());
      done();
    },
  });
  const others = [createSearchCommand(context), createChangesCommand({ cwd: "/", open })];
  await runCli({
    program: "outrider",
    version: "",
    argv,
    streams: { stdin: Readable.from([]), stdout: output, stderr: output },
    kernel: () => Promise.reject(new Error("No tool is called.")),
    commands: [...others, ...createPipeCommands({ cwd: "/", open }, others)],
  });
  return seen ?? said.join("");
}

const lines: readonly (readonly [line: string, project: string | undefined, stateDir?: string])[] = [
  ["grep --glob --project=/x needle", undefined],
  ["grep -g --project=/x needle", undefined],
  ["grep -g=--project needle --project /x", "/x"],
  ["grep --glob=--project --project /x needle", "/x"],
  ["grep -Fg --project needle --project=/x", "/x"],
  ["grep -- --project /x", undefined],
  ["grep --project /x -- --project=/y", "/x"],
  ["grep --project /x --project /y needle", "/y"],
  ["grep --project --state-dir needle", "--state-dir"],
  ["grep --within --alone needle", undefined],
  ["grep --type --help needle --project /x", "/x"],
  ["refs --state-dir=/s --project=/x=y name", "/x=y", "/s"],
  ["refs --within --state-dir name", undefined],
  ["refs -lq0 --project /x name", "/x"],
  ["refs --project - name", "-"],
  ["callers --to --project name", undefined],
  ["changes --history --project --path -h main", undefined],
];

describe("the flags that decide which process is asked", () => {
  for (const [line, project, stateDir] of lines)
    test(line, async () => {
      const argv = line.split(" ");
      const expected = { project, stateDir, readOnly: false, profile: undefined };
      expect(await askProgram(argv)).toEqual(expected);
      expect(readFlags(argv)).toEqual(expected);
    });
});

describe("without a process, the command says", () => {
  const wrong: readonly (readonly [line: string, says: RegExp])[] = [
    ["refs name --project", /--project needs a value/],
    ["refs name --project=", /--project needs a value/],
    ["refs name --alone=x", /--alone takes no value/],
    ["refs name --read-only", /refs takes no --read-only|Unknown flag --read-only/],
    ["refs --limit --project=/x name", /refs takes no --limit/],
    ["grep -z needle", /Unknown flag -z/],
  ];
  for (const [line, says] of wrong)
    test(`what is wrong with ${line}`, async () => {
      expect(await askProgram(line.split(" "))).toMatch(says);
      expect(readFlags(line.split(" "))).toBeUndefined();
    });

  for (const line of ["refs --alone name", "refs name -h", "refs -qh name", "grep --version needle"])
    test(`or does it: ${line}`, () => expect(readFlags(line.split(" "))).toBeUndefined());
});
