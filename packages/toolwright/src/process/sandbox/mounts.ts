import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { SandboxPolicy } from "../../tool/process-contract.ts";
import { findPlaceholders, holdPlaceholders } from "./placeholders.ts";

/** What the sandbox does with one place of the file system. */
export type Mount =
  | { readonly kind: "writable"; readonly path: string }
  | { readonly kind: "read-only"; readonly path: string }
  | { readonly kind: "hidden"; readonly path: string; readonly directory: boolean }
  /** Nothing is there. Something has to be put there while the sandbox is in use, or anything could be made there. */
  | { readonly kind: "absent"; readonly path: string };

/** A link that the policy protects: it cannot be mounted over, so it is looked at again afterwards. */
interface ProtectedLink {
  readonly path: string;
}

interface MountPlan {
  /** From the outside to the inside: a later one covers an earlier one. */
  readonly mounts: readonly Mount[];
  readonly links: readonly ProtectedLink[];
}

/** Makes the file system ready for a sandbox; `leave` undoes it. */
export function enterMounts(policy: SandboxPolicy): { readonly mounts: readonly Mount[]; leave(): void } {
  const { mounts, links } = planMounts(policy);
  const undo: (() => void)[] = [];
  try {
    const absent = mounts.flatMap(({ kind, path }) => (kind === "absent" ? [path] : []));
    undo.push(holdPlaceholders(absent, policy.standIns));
    for (const { path } of links) undo.push(watchLink(path));
  } catch (error) {
    for (const each of undo) each();
    throw error;
  }
  let left = false;
  return {
    mounts,
    leave() {
      if (left) return;
      left = true;
      for (const each of undo) each();
    },
  };
}

/**
 * A link cannot be mounted over. If it was replaced, it is put back. Its directory is held open: by its path, another one could
 * be meant by then.
 */
function watchLink(path: string): () => void {
  const directory = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const held = `/proc/self/fd/${directory}`;
  const link = join(held, basename(path));
  try {
    if (readlinkSync(held) !== dirname(path)) throw new Error(`${path} was moved while a sandbox was set up.`);
    const target = readlinkSync(link);
    return () => {
      try {
        restoreLink(link, target);
      } finally {
        closeSync(directory);
      }
    };
  } catch (error) {
    closeSync(directory);
    throw error;
  }
}

/** Somebody outside of the sandbox may change it at the same time, or remove its directory: that must not end the host. */
const maxTries = 20;

function restoreLink(link: string, target: string): void {
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      putBack(link, target);
      return;
    } catch {
      // It changed between two looks.
    }
  }
}

function putBack(link: string, target: string): void {
  const kind = kindOf(link);
  if (kind === "link" && readlinkSync(link) === target) return;
  // Nothing is removed with what is in it: somebody could swap a part of it meanwhile.
  if (kind === "directory") renameSync(link, `${link}.replaced-${randomUUID()}`);
  else if (kind !== "absent") unlinkSync(link);
  symlinkSync(target, link);
}

/** What a policy means for the file system as it is now. */
function planMounts(policy: SandboxPolicy): MountPlan {
  const writable = unique(policy.writable.map(realPath)).filter((path) => kindOf(path) !== "absent");
  const mounts: Mount[] = writable.map((path) => ({ kind: "writable", path }));
  for (const path of unique(policy.hidden.map(realPath))) {
    const kind = kindOf(path);
    if (kind !== "absent") mounts.push({ kind: "hidden", path, directory: kind === "directory" });
  }
  for (const path of unique((policy.readable ?? []).map(realPath))) {
    if (kindOf(path) !== "absent") mounts.push({ kind: "read-only", path });
  }
  const isPlaceholder = findPlaceholders();
  const links: ProtectedLink[] = [];
  const names = [...policy.protected];
  // Grows: what a protected link leads to is protected, too.
  for (const name of names) {
    const path = join(realPath(dirname(name)), basename(name));
    const root = writable.filter((each) => isBelow(path, each)).toSorted((a, b) => b.length - a.length)[0];
    // Outside of what may be written, nothing needs protection.
    if (root === undefined) continue;
    const chain = ancestors(path, root);
    const missing = chain.find((each) => kindOf(each) === "absent" || isPlaceholder(each));
    // A directory above it must not be renamed either, or another one could take its place.
    for (const above of chain.slice(0, -1)) {
      if (kindOf(above) === "directory" && above !== missing) mounts.push({ kind: "writable", path: above });
    }
    if (missing !== undefined) mounts.push({ kind: "absent", path: missing });
    else if (kindOf(path) === "link") {
      links.push({ path });
      const target = realPath(resolve(dirname(path), readlinkSync(path)));
      if (!names.includes(target)) names.push(target);
    } else mounts.push({ kind: "read-only", path });
  }
  return { mounts: inOrder(mounts), links };
}

const strictness: Readonly<Record<Mount["kind"], number>> = { writable: 0, "read-only": 1, absent: 1, hidden: 2 };

/** From the outside to the inside; for one path the strictest only. */
function inOrder(mounts: readonly Mount[]): readonly Mount[] {
  const strictest = new Map<string, Mount>();
  for (const mount of mounts) {
    const known = strictest.get(mount.path);
    if (known === undefined || strictness[mount.kind] > strictness[known.kind]) strictest.set(mount.path, mount);
  }
  return [...strictest.values()].toSorted((a, b) => depth(a.path) - depth(b.path));
}

function depth(path: string): number {
  return path.split(sep).filter((part) => part !== "").length;
}

/** The paths below `root` that lead to `path`, and `path` itself. */
function ancestors(path: string, root: string): readonly string[] {
  const parts = path
    .slice(root.length)
    .split(sep)
    .filter((part) => part !== "");
  return parts.map((_, index) => join(root, ...parts.slice(0, index + 1)));
}

/** Where a path really is, or would be. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPath(above), basename(path));
  }
}

export function kindOf(path: string): "directory" | "file" | "link" | "absent" {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return "link";
    return found.isDirectory() ? "directory" : "file";
  } catch {
    return "absent";
  }
}

export function isBelow(path: string, directory: string): boolean {
  return path !== directory && path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}

function unique(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}
