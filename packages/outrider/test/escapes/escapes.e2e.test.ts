import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import {
  createProcessRunner,
  findSandbox,
  type NoSandbox,
  type OpenSandbox,
  type SandboxDriver,
} from "toolwright/process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isFullProof, proofCases } from "../../../toolwright/test/proof-size.ts";
import { projectPolicy } from "../../src/sandbox/project-policy.ts";
import { createInspector } from "../../src/shell/inspect/inspector.ts";
import { createAskToWrite } from "../../src/workspace/paths/ask-to-write.ts";
import { createExposureJudge } from "../../src/workspace/paths/exposure.ts";
import { type EscapePlace, openEscapePlace } from "./escape-place.ts";
import { knownLimits } from "./known-limits.test-data.ts";
import { reaches } from "./reaches.test-data.ts";
import { runners } from "./runners.test-data.ts";
import { writers } from "./writers.test-data.ts";

const all = [...writers, ...runners, ...reaches];

/** Programs that not every machine has; a command that names one that is missing here is skipped. */
const optional =
  /(?<![\w./-])(?:tmux|capsh|start-stop-daemon|strace|valgrind|fakeroot|cmake|ninja|sqlite3|gdb|vim|vi|ex|ed|tclsh|ipython|groff|troff|perldoc|java|javac|rustc|cargo|go|perf|update-alternatives|dpkg|gcc|cc|cpp|ld|as|ar|strip|objcopy|zip|unzip|zstd|gpg|docker|dbus-daemon|dbus-send|busctl|systemctl|pip|pip3|pdb3|pydoc3|npm|npx|man|dash|rbash|fuser|logger|wget|curl|jq|yq|ssh|scp|sftp|ssh-agent|ssh-add|ssh-keygen|perl|basenc|logsave|setpriv|prlimit|watch)(?![\w./-])/g;

// What a command has done is read from /proc.
describe.skipIf(process.platform !== "linux")("commands that reach outside of the project", () => {
  const runner = createProcessRunner();
  const exposure = createExposureJudge();
  let place: EscapePlace;
  let driver: SandboxDriver | NoSandbox;
  let opened: OpenSandbox | undefined;
  let missing: readonly string[];
  let cases: readonly string[];

  beforeAll(async () => {
    place = await openEscapePlace();
    driver = await findSandbox(runner.openScope());
    opened = driver.name === "none" ? undefined : await driver.open(runner.openScope());
    const isHere = (command: string): boolean => needs(command).every((program) => isThere(program, place));
    missing = all.filter((command) => !isHere(command));
    cases = proofCases(all.filter(isHere), 20);
    if (missing.length > 0) console.log(`Skipped, since a program is missing here:\n${missing.join("\n")}`);
  });
  afterAll(async () => {
    await runner.close();
    opened?.close();
    place.close();
  });

  test("without a sandbox, each is asked about or listed as a known limit", async () => {
    const inspect = createInspector({
      isSecret: (path) => exposure.judge(path) !== "open",
      askToWrite: (cwd) => createAskToWrite({}, cwd),
      isPosix: true,
      home: place.home,
      temp: [],
    });
    place.reset();
    const unasked: string[] = [];
    for (const command of all) {
      if (!(await inspect(place.fill(command), place.root)).dangerous) unasked.push(command);
    }
    const limits = knownLimits.flatMap(({ commands }) => commands);
    console.log(`Without a sandbox, ${all.length - unasked.length} of ${all.length} commands are asked about.`);
    expect(unasked.toSorted()).toEqual(limits.toSorted());
  });

  test("each has an effect when nothing is around it", async ({ skip }) => {
    if (driver.name === "none") return skip(driver.reason);
    const idle: string[] = [];
    for (const command of cases) if ((await run(command)).length === 0) idle.push(command);
    tell("have an effect when they are run bare", cases.length - idle.length);
    expect(idle).toEqual([]);
  }, 3_600_000);

  test("in the sandbox none has an effect outside", async ({ skip }) => {
    if (driver.name === "none") return skip(driver.reason);
    const escaped: string[] = [];
    for (const command of cases) {
      const effects = await run(command, opened);
      if (effects.length > 0) escaped.push(`${command}: ${effects.join(", ")}`);
    }
    tell("have an effect outside of the sandbox", escaped.length);
    expect(escaped).toEqual([]);
  }, 3_600_000);

  function tell(what: string, count: number): void {
    console.log(`${count} of ${cases.length} commands${isFullProof ? "" : " (a sample)"} ${what}.`);
  }

  /** What the command has done outside, with the default rules for a project. */
  async function run(command: string, sandbox?: OpenSandbox): Promise<readonly string[]> {
    place.reset();
    const policy = await projectPolicy(
      { root: place.root, approved: [] },
      { exposure, ownPlaces: [], home: place.home },
    );
    place.watch();
    const scope = runner.openScope();
    const options = { cwd: place.root, env: place.environment, timeoutMs: 60_000 };
    const around = sandbox === undefined ? {} : { sandbox: sandbox.with(policy) };
    try {
      const shell = [...(sandbox === undefined ? place.bare : []), "/bin/bash", "-c", "--", place.fill(command)];
      const [file = "", ...args] = shell;
      await scope.exec(file, args, { ...options, ...around });
      return await place.effects(policy.writable.filter((path) => path !== place.root));
    } finally {
      await scope.close();
    }
  }
});

function needs(command: string): readonly string[] {
  return [...new Set(command.match(optional) ?? [])];
}

function isThere(program: string, { environment }: EscapePlace): boolean {
  return (environment["PATH"] ?? "").split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
