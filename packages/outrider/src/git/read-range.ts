import type { Git } from "./open-git.ts";

/** One side of a comparison. "nothing": before the first commit. */
export type Side =
  | { readonly kind: "commit"; readonly id: string; readonly shown: string }
  | { readonly kind: "index" | "files" | "nothing"; readonly shown: string };

export interface RevisionRange {
  readonly from: Side;
  readonly to: Side;
}

export type UnknownRevision = { readonly unknown: string } | { readonly unrelated: readonly [string, string] };

/**
 * What is compared, in git's words: `A`, `A..B`, `A...B` (since they parted), `A^!` (that commit), `staged`. Without a revision
 * the last commit, and without a second one the files as they are.
 */
export async function readRange(git: Git, given: string | undefined): Promise<RevisionRange | UnknownRevision> {
  const text = given?.trim() ?? "";
  if (text === "") return { from: await headOf(git), to: files };
  if (text === "staged") return { from: await headOf(git), to: { kind: "index", shown: "staged" } };
  const single = /^(.+)\^!$/.exec(text)?.[1];
  if (single !== undefined) {
    const to = await commitOf(git, single);
    if (to === undefined) return { unknown: single };
    return { from: (await commitOf(git, `${to.id}^`)) ?? nothing, to };
  }
  const [, left = text, dots = "", right = ""] = /^(.*?)(\.\.\.?)(.*)$/.exec(text) ?? [];
  const from = await commitOf(git, left === "" ? "HEAD" : left);
  if (from === undefined) return { unknown: left };
  const to = right === "" && left !== "" ? files : await commitOf(git, right === "" ? "HEAD" : right);
  if (to === undefined) return { unknown: right };
  return dots === "..." ? await sinceParted(git, from, to) : { from, to };
}

const files = { kind: "files", shown: "working tree" } as const;
const nothing = { kind: "nothing", shown: "nothing" } as const;

async function sinceParted(
  git: Git,
  from: Side & { kind: "commit" },
  to: Side,
): Promise<RevisionRange | UnknownRevision> {
  const other = to.kind === "commit" ? to.id : "HEAD";
  const base = (await git.tryRead(["merge-base", from.id, other]))?.split("\n", 1)[0];
  if (base === undefined || base === "") return { unrelated: [from.shown, to.shown] };
  return { from: { kind: "commit", id: base, shown: base.slice(0, 8) }, to };
}

async function headOf(git: Git): Promise<Side> {
  return (await commitOf(git, "HEAD")) ?? nothing;
}

/** Undefined: git knows no such commit. What looks like an option is none. */
export async function commitOf(git: Git, revision: string): Promise<(Side & { kind: "commit" }) | undefined> {
  if (revision.startsWith("-") || /[\0\n]/.test(revision)) return undefined;
  const id = (await git.tryRead(["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]))?.trim();
  if (id === undefined || !/^[\da-f]{40,64}$/.test(id)) return undefined;
  const short = id.slice(0, 8);
  return {
    kind: "commit",
    id,
    shown: id.startsWith(revision) || revision.includes(short) ? short : `${revision} (${short})`,
  };
}
