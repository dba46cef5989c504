import { rmdir, unlink } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { isToolError } from "toolwright";
import { showPath } from "../../paths/check-path.ts";
import type { Intent } from "../../paths/located.ts";
import { explainingIo } from "../io-error.ts";
import { holdDirectory } from "../held-directory.ts";
import type { WriteContext } from "../relocate.ts";
import { staleError } from "../replace-file.ts";
import { expectStaleTemps, sweepTemps } from "../stale-temps.ts";
import { applyOp, type Plan } from "./apply-ops.ts";
import { findAt, keyOf, missing } from "./found.ts";
import type { FileOp } from "./record.ts";
import { reverseOp, statesOf } from "./states.ts";

/** Errors that may pass, so that another attempt makes sense; all others are final. */
const passing = new Set(["disk_full", "read_only_disk", "busy", "locked"]);

/**
 * Rolls back the applied part of a plan, determined from the disk: after a crash nothing else knows. `plan.contents` are
 * the old bytes. Returns the paths that had to be left alone because they were changed since or the policy forbids them.
 */
export async function rollBack(
  bench: WriteContext,
  plan: Plan,
  directories: readonly string[],
): Promise<readonly string[]> {
  const states = statesOf(plan.ops);
  const left: string[] = [];
  expectStaleTemps();
  for (const op of plan.ops.toReversed()) {
    const path = leftAt(op);
    try {
      await explainingIo(path, () =>
        op.op === "write" ? revertWrite(bench, plan, op, states) : revertMove(bench, plan, op, states),
      );
    } catch (error) {
      if (!isToolError(error) || passing.has(error.code)) throw error;
      left.push(path);
    }
    await bench.onStep?.("reverted");
  }
  await sweepAll(plan);
  await removeEmpty(bench, plan.root, directories);
  return [...new Set(left)];
}

/** The path where an op leaves its result. */
export function leftAt(op: FileOp): string {
  return op.op === "write" ? op.path : op.to;
}

/** `"a", "b" and 3 more`. */
export function namePaths(paths: readonly string[]): string {
  const named = paths.slice(0, 5).map(showPath).join(", ");
  return paths.length > 5 ? `${named} and ${paths.length - 5} more` : named;
}

type States = ReturnType<typeof statesOf>;

async function revertWrite(
  bench: WriteContext,
  plan: Plan,
  op: Extract<FileOp, { op: "write" }>,
  states: States,
): Promise<void> {
  const { key } = await findAt(await judgeBack(bench, plan, op.path));
  if (key === keyOf(op.after)) {
    await applyOp(bench, plan, reverseOp(op));
  } else {
    requireKnown(op.path, key, states);
  }
}

async function revertMove(
  bench: WriteContext,
  plan: Plan,
  op: Extract<FileOp, { op: "move" }>,
  states: States,
): Promise<void> {
  const source = await findAt(await judgeBack(bench, plan, op.from));
  const target = await findAt(await judgeBack(bench, plan, op.to));
  requireKnown(op.from, source.key, states);
  requireKnown(op.to, target.key, states);
  if (target.key === missing) return;
  if (source.key === missing) {
    await applyOp(bench, plan, reverseOp(op));
  } else if (!(await isRespelled(plan.root, op))) {
    // It has both names: the move was interrupted after the second name was created.
    await dropName(bench, resolve(plan.root, op.to), op.to);
  }
}

/** Whether two spellings are the same name here, so that there is no second one to remove. */
async function isRespelled(
  root: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const plain = (path: string): string => path.normalize("NFC").toLowerCase();
  if (plain(from) !== plain(to)) return false;
  const directory = await holdDirectory(dirname(resolve(root, from)));
  try {
    const names = await directory.names();
    return !(names.includes(basename(from)) && names.includes(basename(to)));
  } finally {
    await directory.close();
  }
}

function requireKnown(path: string, key: string, states: States): void {
  if (states.get(path)?.includes(key) !== true) throw staleError(path, "was changed by somebody else");
}

/** Taking back needs no new word: what was written was approved, and the old content was there before. */
function judgeBack(bench: WriteContext, { root }: Plan, path: string): Promise<string> {
  return judgeAgain(bench, root, path, "approved-write");
}

/** A record is not a permission: the policy decides again, and the path must lead where it says. */
export async function judgeAgain(
  { files }: Pick<WriteContext, "files">,
  root: string,
  path: string,
  intent: Intent = "write",
): Promise<string> {
  const real = resolve(root, path);
  const now = await files.locate(real, intent);
  if (now.real !== real && now.entry !== real) throw staleError(path, "leads elsewhere");
  return real;
}

async function dropName(bench: WriteContext, real: string, shown: string): Promise<void> {
  await explainingIo(shown, async () => {
    await bench.confirm();
    await inParent(real, (entry) => unlink(entry));
  });
}

/** Removes staged files that never replaced their targets. */
async function sweepAll({ root, ops }: Plan): Promise<void> {
  const paths = ops.flatMap((op) => (op.op === "write" ? [op.path] : [op.from, op.to]));
  for (const path of new Set(paths.map((each) => dirname(resolve(root, each))))) {
    const directory = await holdDirectory(path).catch(() => undefined);
    if (directory === undefined) continue;
    try {
      await sweepTemps(directory);
    } finally {
      await directory.close();
    }
  }
}

/** Directories created for a change are removed with it, unless they contain something else by now. */
export async function removeEmpty(
  bench: Pick<WriteContext, "files">,
  root: string,
  directories: readonly string[],
): Promise<void> {
  for (const path of directories.toReversed()) {
    await judgeAgain(bench, root, path)
      .then((real) => inParent(real, (entry) => rmdir(entry)))
      .catch(() => undefined);
  }
}

async function inParent(real: string, work: (entry: string) => Promise<void>): Promise<void> {
  const directory = await holdDirectory(dirname(real));
  try {
    await work(directory.entry(basename(real)));
    await directory.sync();
  } finally {
    await directory.close();
  }
}
