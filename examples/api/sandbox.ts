// toolwright/process: Commands in the sandbox of the operating system
import { createProcessRunner, findSandbox } from "toolwright/process";

/** Runs a script that may change `directory` and reach `hosts`, nothing else; without a sandbox it is not run at all. */
export async function runInside(directory: string, script: string, hosts: readonly string[]): Promise<string> {
  const processes = createProcessRunner();
  const scope = processes.openScope();
  try {
    const driver = await findSandbox(scope);
    if (driver.name === "none") return driver.reason;
    const sandbox = await driver.open(scope, { allowedHosts: hosts });
    const rules = { writable: [directory], protected: [`${directory}/.git/hooks`], hidden: [] };
    const ended = await scope.exec("/bin/sh", ["-c", script], { cwd: directory, sandbox: sandbox.with(rules) });
    sandbox.close();
    return ended.exitCode === 0 ? ended.stdout.text : ended.stderr.text;
  } finally {
    await scope.close();
    await processes.close();
  }
}
