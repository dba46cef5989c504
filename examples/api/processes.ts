// toolwright/process: Processes that end with their owner
import { createKernel, deferred, defineTool, reads, renderOutcome } from "toolwright";
import { containHandlers, createProcessRunner, hideVariables, settleWithin, systemPrincipal } from "toolwright/process";
import * as z from "zod";

const nodeVersion = defineTool({
  name: "node_version",
  description: "Tells the version of Node.",
  input: z.strictObject({}),
  effects: reads,
  async handle(_input, _services, call) {
    // The whole tree of the process ends with the call, however the call ends.
    const { exitCode, stdout } = await call.exec(process.execPath, ["--version"]);
    return `${stdout.text.trim()}, exit code ${exitCode}`;
  },
});

/** A host lends its kernel processes, and containment for what handlers let slip. */
export async function callNode(): Promise<string> {
  // What handlers start cannot read it in the environment of this process.
  hideVariables(["API_KEY"]);
  const processes = createProcessRunner();
  const containment = containHandlers();
  const kernel = createKernel({ tools: [nodeVersion], processes, containment });
  try {
    // A script calls on behalf of the person who started it.
    const caller = { host: "script", session: "one", principal: systemPrincipal() };
    return renderOutcome(await kernel.call("node_version", {}, { caller }));
  } finally {
    await kernel.close();
    containment.close();
    await processes.close();
  }
}

/** Outside of a call a scope owns the processes. */
export async function waitForOutput(budgetMs: number): Promise<string | undefined> {
  const processes = createProcessRunner();
  const scope = processes.openScope();
  const first = deferred<string>();
  try {
    const child = scope.spawn(process.execPath, ["-e", "console.log('up'); setTimeout(() => {}, 60_000)"]);
    child.stdout.once("data", (data) => first.resolve(String(data).trim()));
    return await settleWithin(first.promise, budgetMs);
  } finally {
    await scope.close();
    await processes.close();
  }
}
