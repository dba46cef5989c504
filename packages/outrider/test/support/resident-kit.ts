import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ProcessResult } from "../../../toolwright/test/started-process.ts";
import { type Home, makeHome, outrider } from "./outrider-process.ts";
import { writeFiles } from "./temp-project.ts";

const files = {
  ".git/HEAD": "ref: refs/heads/main\n",
  "src/store.ts": "export function openStore(): number {\n  return 1;\n}\n",
  "src/use.ts": 'import { openStore } from "./store.ts";\n\nexport const first = openStore();\n',
};

/** A user with a project. */
export interface Machine extends Home {
  readonly project: string;
  /** Where the socket and the token of a resident process lie. */
  readonly runDirectory: string;
  run(...argv: readonly string[]): Promise<ProcessResult>;
  /** NaN if there is none. */
  residentPid(): Promise<number>;
  writeSettings(toml: string): void;
}

/** In a home of its own; whatever has started there is gone after the test. */
export function makeMachine(): Machine {
  const home = makeHome();
  const project = join(home.home, "project");
  writeFiles(project, files);
  const run = async (...argv: readonly string[]) => await outrider(argv, project, home);
  onTestFinished(async () => void (await run("resident", "stop", "--force")));
  return {
    ...home,
    project,
    runDirectory: join(home.home, ".local", "state", "outrider", "run"),
    run,
    async residentPid() {
      const { stdout } = await run("resident", "status");
      return Number(/^Process (\d+),/.exec(stdout)?.[1]);
    },
    writeSettings(toml) {
      const folder = join(home.home, ".config", "outrider");
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "config.toml"), toml);
    },
  };
}
