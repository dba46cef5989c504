import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { createProcessRunner, findSandbox } from "toolwright/process";
import { afterAll, expect, test } from "vitest";
import { proofCases, isFullProof } from "../../../toolwright/test/proof-size.ts";
import { projectPolicy } from "../../src/sandbox/project-policy.ts";
import { createInspector } from "../../src/shell/inspect/inspector.ts";
import { createExposureJudge } from "../../src/workspace/paths/exposure.ts";
import { openEscapePlace } from "./escape-place.ts";
import { knownLimits } from "./known-limits.test-data.ts";
import { reaches } from "./reaches.test-data.ts";
import { runners } from "./runners.test-data.ts";
import { writers } from "./writers.test-data.ts";

/** Programs that not every machine has; a command that names one that is missing here is skipped. */
const optional =
  /(?<![\w./-])(?:tmux|capsh|start-stop-daemon|strace|valgrind|fakeroot|cmake|ninja|sqlite3|gdb|vim|vi|ex|ed|tclsh|ipython|groff|troff|perldoc|java|javac|rustc|cargo|go|perf|update-alternatives|dpkg|gcc|cc|cpp|ld|as|ar|strip|objcopy|zip|unzip|zstd|gpg|docker|dbus-daemon|dbus-send|busctl|systemctl|pip|pip3|pdb3|pydoc3|npm|npx|man|dash|rbash|fuser|logger|wget|curl|jq|yq|ssh|scp|sftp|ssh-agent|ssh-add|ssh-keygen|perl|basenc|logsave|setpriv|prlimit|watch)(?![\w./-])/g;

const place = await openEscapePlace();
const runner = createProcessRunner();
const scope = runner.openScope();
const found = await findSandbox(scope);
const opened = found.name === "none" ? undefined : found.open(scope);
const exposure = createExposureJudge();
afterAll(async () => {
  await runner.close();
  (await opened)?.close();
  place.close();
});

const all = [...writers, ...runners, ...reaches];
const missing = all.filter((command) => needs(command).length > 0);
const present = all.filter((command) => !missing.includes(command));
const cases = proofCases(present, 12);

test("without a sandbox, each command is asked about or listed as a known limit", async () => {
  const isSecret = (path: string): boolean => exposure.judge(path) !== "open";
  const inspect = createInspector({ isSecret, isPosix: true, home: place.home, temp: [] });
  place.reset();
  const unasked: string[] = [];
  for (const command of all) {
    if (!(await inspect(place.fill(command), place.root)).dangerous) unasked.push(command);
  }
  console.log(`Of ${all.length} commands that reach outside, ${all.length - unasked.length} are asked about.`);
  const limits = knownLimits.flatMap(({ commands }) => commands);
  expect(unasked.filter((command) => !limits.includes(command))).toEqual([]);
  expect(limits.filter((command) => !unasked.includes(command))).toEqual([]);
});

test.skipIf(process.platform !== "linux")(
  "each command has an effect when nothing is around it",
  async () => {
    const idle: string[] = [];
    for (const command of cases) if ((await run(command, false)).length === 0) idle.push(command);
    report("have an effect when they are run bare", cases.length - idle.length);
    expect(idle).toEqual([]);
  },
  1_200_000,
);

test.skipIf(found.name !== "bubblewrap")(
  "in the sandbox none of them has an effect outside",
  async () => {
    const escaped: string[] = [];
    for (const command of cases) {
      const effects = await run(command, true);
      if (effects.length > 0) escaped.push(`${command}: ${effects.join(", ")}`);
    }
    report("have an effect outside of the sandbox", escaped.length);
    expect(escaped).toEqual([]);
  },
  1_200_000,
);

function report(what: string, count: number): void {
  const skipped = missing.length === 0 ? "" : `; ${missing.length} are skipped, since their programs are missing here`;
  console.log(`${count} of ${cases.length} commands${isFullProof ? "" : " (a sample)"} ${what}${skipped}.`);
}

async function run(command: string, inSandbox: boolean): Promise<readonly string[]> {
  place.reset();
  const policy = await projectPolicy({ root: place.root, approved: [] }, { exposure, ownPlaces: [], home: place.home });
  place.watch();
  const caches = policy.writable.filter((path) => path !== place.root);
  const own = runner.openScope();
  try {
    const sandbox = inSandbox ? (await opened)?.with(policy) : undefined;
    const options = {
      cwd: place.root,
      env: place.environment,
      timeoutMs: 60_000,
      ...(sandbox === undefined ? {} : { sandbox }),
    };
    await own.exec("/bin/bash", ["-c", "--", place.fill(command)], options);
    return await place.effects(caches);
  } finally {
    await own.close();
  }
}

function needs(command: string): readonly string[] {
  return [...new Set(command.match(optional) ?? [])].filter((program) => !isThere(program));
}

function isThere(program: string): boolean {
  return (place.environment["PATH"] ?? "").split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
