import { loadParser } from "../../../shell/inspect/parse-script.ts";
import { findShellProgram } from "../../../shell/shell-program.ts";
import type { Check, Finding } from "../check.ts";

export const shell: Check = {
  what: "shell",
  async run(examination) {
    return [await findShell(examination), await tryParser()];
  },
};

async function findShell({ scope }: Parameters<Check["run"]>[0]): Promise<Finding> {
  const { file, args, isPosix } = findShellProgram();
  const { stdout, exitCode } = await scope.exec(file, args("echo well"));
  if (exitCode !== 0 || stdout.text.trim() !== "well") {
    return { what: "shell", level: "problem", detail: `${file} does not run a plain command (code ${exitCode})` };
  }
  if (isPosix) return { what: "shell", level: "ok", detail: file };
  const detail = `${file}, whose commands cannot be inspected: each is confirmed by you`;
  return { what: "shell", level: "warning", detail, next: "Install Git for Windows to have its bash used." };
}

async function tryParser(): Promise<Finding> {
  const parse = await loadParser();
  const isParsed = parse("rm -rf /tmp/x && echo done", (root) => !root.hasError);
  return isParsed
    ? { what: "command parser", level: "ok", detail: "loads" }
    : {
        what: "command parser",
        level: "problem",
        detail: "it cannot read a plain command",
        next: "Install Outrider again.",
      };
}
