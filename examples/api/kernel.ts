// toolwright: A kernel and its calls
import { type AccessRequest, createKernel, type Decision, logFaults, renderOutcome } from "toolwright";
import { tools } from "./define-tool.ts";

/** In place of rules such as `{ readOnly: true }`: a function that sees each call before it runs. */
function decide({ tool, caller }: AccessRequest): Decision {
  if (tool.effects.readOnly || caller.session === "admin") return { verdict: "allow" };
  return { verdict: "deny", reason: "only the admin writes" };
}

export async function callTools(): Promise<readonly string[]> {
  const notes = new Map([["groceries", "Bread, milk."]]);
  const kernel = createKernel({
    tools,
    services: () => ({ notes }),
    access: decide,
    onEvent: logFaults,
  });
  try {
    // `call` never rejects; what became of it is in `status`.
    const found = await kernel.call("read_note", { title: "groceries" }, { signal: AbortSignal.timeout(5_000) });
    const denied = await kernel.call("keep_note", { title: "groceries", text: "" });
    const caller = { host: "example", session: "admin", principal: "ann" };
    const kept = await kernel.call("keep_note", { title: "groceries", text: "Cake." }, { caller });
    return [found, denied, kept].map((outcome) => `${outcome.status}: ${renderOutcome(outcome)}`);
  } finally {
    await kernel.close();
  }
}
