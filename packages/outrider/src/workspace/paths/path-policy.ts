import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { ToolError } from "toolwright";
import { nextStep } from "../next-step.ts";
import { checkPath, showPath } from "./check-path.ts";
import type { AskToWrite, TreeChange } from "./ask-to-write.ts";
import { type ExposureJudge } from "./exposure.ts";
import { comparable } from "./name-patterns.ts";
import { isInside, relativeTo } from "./inside.ts";
import type { Area, Intent, Located } from "./located.ts";
import type { PrivatePlaces } from "./private-places.ts";
import { errorCode } from "./error-code.ts";
import { describeTooWide } from "./too-wide.ts";
import { nearestReal, resolveReal, type RealPath } from "./resolve-real.ts";

export interface PathPolicyOptions {
  /** Real path of the project. */
  readonly root: string;
  readonly exposure: ExposureJudge;
  readonly askToWrite: AskToWrite;
  /** Real paths that the person has approved one by one; an approved directory is not among them. */
  readonly approvedPaths: () => ReadonlySet<string>;
  readonly readOnly: boolean;
  /** Real paths; requested every time because the user may approve one at any moment. */
  readonly writeRoots: () => readonly string[];
  readonly readRoots: () => readonly string[];
  readonly libraryRoots: () => readonly string[];
  /** Real paths of temp directories. */
  readonly tempRoots: readonly string[];
  readonly privatePlaces: PrivatePlaces;
  /** Name of the tool that writes notes, for the error about a path that belongs to notes. */
  readonly noteTool: string;
}

export interface PathPolicy {
  /** Judges an external path. The only way to get a `Located`. */
  locate(given: string, intent: Intent): Promise<Located>;
  /** Throws for a path of a tree that needs the person's word and does not have it; returns whether it needs it. */
  requireApproved(tree: string, change: TreeChange): (path: string, isLink: boolean) => boolean;
  /** Why a person is asked before an absolute path is written, as a clause. */
  reasonToAsk(path: string): string | undefined;
}

/** The access rules for paths. Every path of every tool passes through here, after resolving links, "..", case and Unicode. */
// oxlint-disable-next-line max-lines-per-function -- the rules for one root, in the order in which they apply
export function createPathPolicy(options: PathPolicyOptions): PathPolicy {
  const { root, exposure } = options;

  return {
    async locate(given, intent) {
      checkPath(given);
      const wanted = isAbsolute(given) ? resolve(given) : resolve(root, given);
      const { real, kind } = await resolveInside(wanted, given);
      const area = areaOf(real);
      if (area === undefined) throw outside(given, wanted, real);
      const shown = area === "project" ? relativeTo(root, real) || "." : real;
      // The given name counts too: a link named `.env` is a secret whatever its target is called. Whole paths
      // are judged, so that a rule such as `.aws/credentials` applies when `.aws` itself is the project.
      const seen = stricter(exposure.judge(real, belowRoot(real)), exposure.judge(wanted, belowRoot(wanted)));
      if (seen === "denied") throw denied(given);
      if (options.privatePlaces.holds(real)) throw ownState(given);
      const isWrite = intent === "write" || intent === "approved-write";
      if (isWrite) checkWrite(given, real, area, seen === "masked");
      if (kind === "other") throw notRegular(given);
      const entry = isWrite && kind !== "missing" ? await entryOf(wanted, given) : real;
      // The directory of the name could have been replaced since.
      if (areaOf(entry) === undefined) throw outside(given, wanted, entry);
      const asks = isWrite ? reasonOf([real, entry, wanted]) : undefined;
      // A directory is not written itself; when it is moved or removed, the writer judges all of it.
      if (intent === "write" && kind !== "directory") requireWord(asks, [real, entry], { shown: given, path: wanted });
      const link = entry === real ? {} : { entry };
      const told = asks === undefined || intent === "write" ? {} : { asks };
      return { shown, real, ...link, kind, area, masked: seen === "masked", intent, ...told };
    },
    reasonToAsk: (path) => options.askToWrite.reasonFor(path),
    requireApproved(tree, change) {
      const reasonFor = options.askToWrite.inTree(tree, change);
      return (path, isLink) => {
        const reason = reasonFor(path, isLink);
        requireWord(reason, [path], { shown: isInside(root, path) ? relativeTo(root, path) : path, path });
        return reason !== undefined;
      };
    },
  };

  /** A link is judged by its own name and by that of its target. */
  function reasonOf(names: readonly string[]): string | undefined {
    return [...new Set(names)].map((name) => options.askToWrite.reasonFor(name)).find((reason) => reason !== undefined);
  }

  function requireWord(
    reason: string | undefined,
    paths: readonly string[],
    { shown, path }: { readonly shown: string; readonly path: string },
  ): void {
    if (reason === undefined || paths.every((each) => options.approvedPaths().has(each))) return;
    throw new ToolError(
      "ask_to_write",
      `${showPath(shown)} was not changed: ${reason}, so a person has to approve exactly this path first. An approved directory does not cover it.`,
      nextStep("approve-path", { path }),
    );
  }

  /** Only what is below the root belongs to the repository; the directories above it must not decide. */
  function belowRoot(path: string): string {
    return isInside(root, path) ? relativeTo(root, path) : path;
  }

  /** All failures outside the allowed areas give the same error: errors must not reveal what is on the disk. */
  async function resolveInside(wanted: string, given: string): Promise<RealPath> {
    try {
      return await resolveReal(wanted, given);
    } catch (error) {
      const nearest = await nearestReal(wanted);
      throw areaOf(nearest) === undefined ? outside(given, wanted, nearest) : error;
    }
  }

  function areaOf(real: string): Area | undefined {
    if (isInside(root, real)) return "project";
    if (options.writeRoots().some((each) => isInside(each, real))) return "approved";
    if (options.libraryRoots().some((each) => isInside(each, real))) return "library";
    if (options.readRoots().some((each) => isInside(each, real))) return "library";
    return options.tempRoots.some((each) => isInside(each, real)) ? "temp" : undefined;
  }

  function outside(given: string, wanted: string, real: string): ToolError {
    if (isInside(root, wanted) && wanted !== real) {
      return new ToolError("link_escapes", `${showPath(given)} is or passes a link that leads out of the project.`);
    }
    const hint = given.startsWith("~") || given.startsWith("$") ? ' "~" and "$" stand for themselves.' : "";
    return new ToolError(
      "outside_project",
      `${showPath(given)} is outside of the project. Paths are relative to its root; another project is named with \`project\`.${hint}`,
    );
  }

  function checkWrite(given: string, real: string, area: Area, isSecret: boolean): void {
    if (options.readOnly) throw readOnlyError(`${showPath(given)} was not changed`);
    if (area === "library" || area === "temp") {
      // Everything that runs on the machine shares the temp directory itself.
      const isAlone = options.tempRoots.includes(dirname(real));
      const start = `${showPath(given)} is outside of the project and may only be read.`;
      const tooWide = isAlone ? undefined : describeTooWide(dirname(real));
      if (tooWide !== undefined)
        throw new ToolError("not_writable", `${start} Its directory is ${tooWide}, which nobody can approve.`);
      throw new ToolError(
        "not_writable",
        `${start} A person can approve ${isAlone ? "it" : "its directory"}.`,
        nextStep("approve-directory", { path: isAlone ? real : dirname(real) }),
      );
    }
    if (real !== root && options.privatePlaces.isAbove(real)) {
      throw new ToolError("protected_path", `${showPath(given)} holds what Outrider keeps for itself.`);
    }
    const names = comparable(belowRoot(real)).split("/");
    if (names.includes(".git")) {
      throw new ToolError("protected_path", `${showPath(given)} belongs to git; use git commands to change it.`);
    }
    if (names.includes(".outrider")) {
      throw new ToolError(
        "protected_path",
        `${showPath(given)} belongs to Outrider: no tool changes its settings. Notes are written with \`${options.noteTool}\`.`,
      );
    }
    if (isSecret) {
      throw new ToolError(
        "secret_file",
        `${showPath(given)} holds secrets, so tools leave it alone. Ask the person to change it, or to allow its name in \`security.allow_secrets\`.`,
      );
    }
  }
}

/** The entry itself in its real directory: for a link, not its target. */
async function entryOf(wanted: string, given: string): Promise<string> {
  try {
    return join(await realpath(dirname(wanted)), basename(wanted));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw new ToolError("changed_meanwhile", `${showPath(given)} was replaced meanwhile; try again.`, {
      retryable: true,
    });
  }
}

/** The same sentence wherever read-only mode prevents a change. */
export function readOnlyError(effect: string): ToolError {
  return new ToolError(
    "read_only",
    `${effect}: Outrider runs in read-only mode. Only the person who started it can lift that.`,
  );
}

const order = { open: 0, masked: 1, denied: 2 } as const;

function stricter<One extends keyof typeof order>(one: One, other: One): One {
  return order[one] >= order[other] ? one : other;
}

function denied(given: string): ToolError {
  return new ToolError(
    "denied_path",
    `${showPath(given)} looks like credentials or a history, which no tool may touch. If it is harmless, the person can allow its name in \`security.allow_secrets\`.`,
  );
}

function ownState(given: string): ToolError {
  return new ToolError("protected_path", `${showPath(given)} is Outrider's own state.`);
}

function notRegular(given: string): ToolError {
  return new ToolError(
    "not_regular_file",
    `${showPath(given)} is neither a file nor a directory, but a pipe, socket or device.`,
  );
}
