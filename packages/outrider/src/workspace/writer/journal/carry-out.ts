import { ToolError } from "toolwright";
import { showPath } from "../../paths/check-path.ts";
import type { WriteContext } from "../relocate.ts";
import type { Replaced } from "../replace-file.ts";
import { applyOps, type Plan } from "./apply-ops.ts";
import type { Journal } from "./journal.ts";
import type { Contents } from "./record.ts";
import { missingParents } from "./missing-parents.ts";
import { untilDone } from "./recover.ts";
import { leftAt, namePaths, removeEmpty, rollBack } from "./roll-back.ts";

export interface JournaledPlan extends Plan {
  readonly title: string;
  readonly by?: string | undefined;
  /** The old bytes, by hash. */
  readonly old: Contents;
  readonly joins?: number;
  readonly undoes?: number;
  /** Directories to remove if they are empty afterwards. */
  readonly emptied?: readonly string[];
}

export interface CarriedOut {
  /** Undefined if it was too large to keep. */
  readonly id: string | undefined;
  readonly replaced: ReadonlyMap<string, Replaced>;
}

/** All of a plan or nothing of it: recorded first, then done, then marked as done; rolled back if anything fails. */
export async function carryOut(bench: WriteContext, journal: Journal, plan: JournaledPlan): Promise<CarriedOut> {
  const { root, ops, title, by, old, joins, undoes } = plan;
  const made = ops.flatMap((op) => (op.op === "move" ? [op.to] : op.before === null ? [op.path] : []));
  const directories = await missingParents(root, made);
  bench.signal.throwIfAborted();
  const record = await journal.begin(
    {
      title,
      by,
      deed: { kind: "files", ops: [...ops], directories },
      contents: old,
      ...(joins === undefined ? {} : { joins }),
      ...(undoes === undefined ? {} : { undoes }),
    },
    bench.onStep,
  );
  const carriedOut = await finishOrTakeBack();
  await bench.onStep?.("finished");
  return carriedOut;

  async function finishOrTakeBack(): Promise<CarriedOut> {
    const applied = new Set<string>();
    try {
      await bench.onStep?.("recorded");
      const replaced = await applyOps(bench, plan, (op) => applied.add(leftAt(op)));
      await removeEmpty(bench, root, plan.emptied ?? []);
      const { isKept } = await journal.finish(record.id);
      return { id: isKept ? String(record.id) : undefined, replaced };
    } catch (error) {
      const left = await takeBack(bench, journal, { plan, id: record.id, directories });
      const kept = left.filter((path) => applied.has(path));
      throw kept.length === 0 ? error : partlyTakenBack(title, kept, error);
    }
  }
}

async function takeBack(
  bench: WriteContext,
  journal: Journal,
  { plan, id, directories }: { readonly plan: JournaledPlan; readonly id: number; readonly directories: string[] },
): Promise<readonly string[]> {
  const { root, ops, old } = plan;
  try {
    // If another process has taken over the lock, it rolls this back too.
    await bench.confirm();
    const left = await rollBack(untilDone(bench), { root, ops, contents: old }, directories);
    await journal.drop(id);
    await bench.onStep?.("taken-back");
    return left;
  } catch (error) {
    throw new ToolError(
      "half_done",
      `${showPath(plan.title)} failed in the middle and could not be taken back yet; the next write to this project tries again.`,
      { cause: error, retryable: true },
    );
  }
}

/** Files that others changed or moved meanwhile are not overwritten, and the caller has to know. */
function partlyTakenBack(title: string, left: readonly string[], cause: unknown): ToolError {
  return new ToolError(
    "partly_taken_back",
    `${showPath(title)} failed in the middle and was taken back, except in files that somebody has changed or moved meanwhile: ${namePaths(left)}. Look at what is in these.`,
    { cause },
  );
}
