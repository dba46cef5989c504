import { symlink, unlink } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { type HeldDirectory, holdDirectory, makeDirectory } from "../held-directory.ts";
import { explainingIo, hasCode } from "../io-error.ts";
import { moveBetween } from "../move-entry.ts";
import { existsError } from "../publish-new.ts";
import type { WriteContext } from "../relocate.ts";
import {
  discardStaged,
  publishStaged,
  type Replaced,
  type ReplaceOptions,
  replaceFile,
  type StagedFile,
  stageFile,
  staleError,
} from "../replace-file.ts";
import { findAt, keyOf } from "./found.ts";
import type { Contents, FileOp } from "./record.ts";

export interface Plan {
  /** Real path that relative paths of the ops refer to. */
  readonly root: string;
  readonly ops: readonly FileOp[];
  /** The new bytes, by hash. */
  readonly contents: Contents;
}

type WriteOp = Extract<FileOp, { op: "write" }>;

/**
 * Applies the ops in order and throws midway if one fails; rolling back is up to the caller. All new bytes are on the
 * disk before the first file is touched, so that a full disk is noticed before anything has changed.
 */
export async function applyOps(
  bench: WriteContext,
  plan: Plan,
  onApplied: (op: FileOp) => void,
): Promise<ReadonlyMap<string, Replaced>> {
  const staged = new Map<FileOp, StagedFile>();
  const replaced = new Map<string, Replaced>();
  try {
    for (const op of stageable(plan.ops)) {
      bench.signal.throwIfAborted();
      staged.set(op, await stageOp(bench, plan, op));
    }
    for (const op of plan.ops) {
      bench.signal.throwIfAborted();
      const ready = staged.get(op);
      staged.delete(op);
      const done = await applyOp(bench, plan, op, ready);
      if (op.op === "write" && done !== undefined) replaced.set(op.path, done);
      onApplied(op);
      await bench.onStep?.("applied");
    }
    return replaced;
  } finally {
    for (const [op, file] of staged) {
      if (op.op === "write") await discardStaged(resolve(plan.root, op.path), file);
    }
  }
}

/** If an earlier op has yet to put the file in place, its mode and owner cannot be copied yet. */
function stageable(ops: readonly FileOp[]): readonly WriteOp[] {
  const touched = new Set<string>();
  const found: WriteOp[] = [];
  for (const op of ops) {
    if (op.op === "write" && op.after?.kind === "file" && !touched.has(op.path)) found.push(op);
    for (const path of op.op === "write" ? [op.path] : [op.from, op.to]) touched.add(path);
  }
  return found;
}

async function stageOp(bench: WriteContext, plan: Plan, op: WriteOp): Promise<StagedFile> {
  const real = resolve(plan.root, op.path);
  if (op.before === null) await makeParents(real);
  return stageFile(real, newBytes(plan, op), optionsFor(bench, op));
}

/** Applies a single op; also used to roll one back by applying its reverse. */
export async function applyOp(
  bench: WriteContext,
  plan: Plan,
  op: FileOp,
  staged?: StagedFile,
): Promise<Replaced | undefined> {
  if (op.op === "move") {
    await moveFile(bench, plan, op);
    return undefined;
  }
  const real = resolve(plan.root, op.path);
  if (op.after === null) {
    await removeFile(bench, real, op);
    return undefined;
  }
  if (op.after.kind === "link") {
    await makeLink(bench, real, op.path, op.after.target);
    return undefined;
  }
  if (staged !== undefined) return publishStaged(real, staged, optionsFor(bench, op));
  if (op.before === null) await makeParents(real);
  return replaceFile(real, newBytes(plan, op), optionsFor(bench, op));
}

async function makeParents(real: string): Promise<void> {
  const parents = await makeDirectory(dirname(real));
  await parents.close();
}

function newBytes({ contents }: Plan, { path, after }: WriteOp): Uint8Array {
  const bytes = after?.kind === "file" ? contents.get(after.hash) : undefined;
  if (bytes === undefined) throw new Error(`The new bytes of ${path} are not there.`);
  return bytes;
}

function optionsFor(bench: WriteContext, { path, before, after }: WriteOp): ReplaceOptions {
  const { signal, confirm, onStep } = bench;
  const mode = after?.kind === "file" ? after.mode : null;
  return {
    shown: path,
    signal,
    confirm,
    expect: before?.kind === "file" ? { hash: before.hash } : "missing",
    ...(mode === null ? {} : { mode }),
    ...(onStep && { onStep }),
  };
}

async function moveFile(
  bench: WriteContext,
  { root }: Plan,
  { from, to, content }: Extract<FileOp, { op: "move" }>,
): Promise<void> {
  const source = resolve(root, from);
  const target = resolve(root, to);
  await requireContent(source, from, keyOf(content));
  await explainingIo(to, async () => {
    const parents = await makeDirectory(dirname(target));
    try {
      await moveBetween({ bench, source, target, shown: to, directory: parents.directory });
    } finally {
      await parents.close();
    }
  });
}

async function removeFile(bench: WriteContext, real: string, { path, before }: WriteOp): Promise<void> {
  await inParent(real, path, async (parent) => {
    await requireContent(real, path, keyOf(before));
    await bench.confirm();
    await parent.verify();
    await unlink(parent.entry(basename(real)));
  });
}

async function makeLink(bench: WriteContext, real: string, shown: string, target: string): Promise<void> {
  await makeParents(real);
  await inParent(real, shown, async (parent) => {
    await bench.confirm();
    await symlink(target, parent.entry(basename(real))).catch((error: unknown) => {
      throw hasCode(error, "EEXIST") ? existsError(shown) : error;
    });
  });
}

async function requireContent(real: string, shown: string, key: string): Promise<void> {
  if ((await findAt(real)).key !== key) throw staleError(shown, "was changed by somebody else");
}

function inParent(real: string, shown: string, work: (parent: HeldDirectory) => Promise<void>): Promise<void> {
  return explainingIo(shown, async () => {
    const parent = await holdDirectory(dirname(real));
    try {
      await work(parent);
      await parent.sync();
    } finally {
      await parent.close();
    }
  });
}
