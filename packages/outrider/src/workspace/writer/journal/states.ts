import { keyOf, missing } from "./found.ts";
import type { FileOp } from "./record.ts";

/** The successive states of each path while these ops are applied; the first is the state before. */
export function statesOf(ops: readonly FileOp[]): ReadonlyMap<string, readonly string[]> {
  const states = new Map<string, string[]>();
  const add = (path: string, before: string, after: string): void => {
    const known = states.get(path);
    if (known === undefined) states.set(path, [before, after]);
    else known.push(after);
  };
  for (const op of ops) {
    if (op.op === "write") {
      add(op.path, keyOf(op.before), keyOf(op.after));
    } else {
      add(op.from, keyOf(op.content), missing);
      add(op.to, missing, keyOf(op.content));
    }
  }
  return states;
}

/**
 * The reverse of these ops. Each file is written once, before it is moved: that keeps its mode and owner, and no state
 * occurs twice.
 */
export function reverseOf(ops: readonly FileOp[]): readonly FileOp[] {
  const reversed: FileOp[] = [];
  for (const op of ops.toReversed()) {
    const back = reverseOp(op);
    if (back.op === "move" || !foldWrite(reversed, back)) reversed.push(back);
  }
  return reversed.filter((op) => op.op === "move" || keyOf(op.before) !== keyOf(op.after));
}

export function reverseOp(op: FileOp): FileOp {
  return op.op === "write" ? { ...op, before: op.after, after: op.before } : { ...op, from: op.to, to: op.from };
}

/** Merges a write into an earlier op on the same file; false if there is none. */
function foldWrite(ops: FileOp[], write: Extract<FileOp, { op: "write" }>): boolean {
  const { before, after } = write;
  let { path } = write;
  let firstMove: number | undefined;
  for (const [index, op] of [...ops.entries()].toReversed()) {
    if (op.op === "write" && op.path === path) {
      ops[index] = { ...op, after };
      return true;
    }
    if (op.op === "write" || op.to !== path) continue;
    if (before === null || after === null) return false;
    ops[index] = { ...op, content: after };
    path = op.from;
    firstMove = index;
  }
  if (firstMove === undefined) return false;
  ops.splice(firstMove, 0, { ...write, path });
  return true;
}
