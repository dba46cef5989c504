import { isToolError } from "toolwright";
import { createProcessRunner, type NodeProcessRunner } from "toolwright/process";
import { findStartRoot } from "../../workspace/projects/start-root.ts";
import { waitUnlessAborted } from "../../workspace/time/limit-signal.ts";
import type { CommandContext } from "../command-context.ts";
import type { Check, Finding } from "./check.ts";
import { git, node, ripgrep, sandbox, shell, temporary } from "./machine-checks.ts";
import { languageServers, project, settings, state, watching, resident, roundTrip } from "./project-checks.ts";

const checks: readonly Check[] = [
  node,
  temporary,
  ripgrep,
  shell,
  sandbox,
  git,
  project,
  state,
  settings,
  languageServers,
  watching,
  resident,
  roundTrip,
];
const usualLimitMs = 5_000;

/** Yields each finding as soon as it is available. Terminates however the checks behave. */
export async function* examine(
  context: CommandContext,
  named: string | undefined,
  interrupted: AbortSignal,
): AsyncGenerator<Finding, void, undefined> {
  const processes = createProcessRunner();
  try {
    const found = await findRoot(named, context.cwd);
    if (typeof found === "object") yield found;
    const root = typeof found === "string" ? found : undefined;
    for (const check of checks) {
      // Problems with the project were already reported above.
      if (check === project && typeof found === "object") continue;
      yield* await runCheck(check, { context, root, processes }, interrupted);
    }
  } finally {
    await processes.close();
  }
}

async function findRoot(named: string | undefined, cwd: string): Promise<string | Finding | undefined> {
  try {
    return await findStartRoot(named, cwd);
  } catch (error) {
    if (!isToolError(error)) throw error;
    return {
      what: "project",
      level: "problem",
      detail: error.message,
      next: "Name a directory with code: --project DIR",
    };
  }
}

interface Subject {
  readonly context: CommandContext;
  readonly root: string | undefined;
  readonly processes: NodeProcessRunner;
}

/** The check's findings, or a problem when it throws or takes too long. */
export async function runCheck(check: Check, subject: Subject, interrupted: AbortSignal): Promise<readonly Finding[]> {
  const { what, limitMs = usualLimitMs } = check;
  const limit = new AbortController();
  // Unlike AbortSignal.timeout, this timer keeps the process alive: a check may wait for something that does not.
  const timer = setTimeout(() => limit.abort(), limitMs);
  const signal = AbortSignal.any([limit.signal, interrupted]);
  const scope = subject.processes.openScope({ signal });
  try {
    const found = await waitUnlessAborted(check.run({ ...subject, scope, signal }), signal);
    return "level" in found ? [{ what, ...found }] : found;
  } catch (error) {
    interrupted.throwIfAborted();
    if (limit.signal.aborted) return [{ what, level: "problem", detail: `no answer within ${limitMs / 1000} s` }];
    return [{ what, level: "problem", detail: error instanceof Error ? error.message : String(error) }];
  } finally {
    clearTimeout(timer);
    await scope.close();
  }
}
