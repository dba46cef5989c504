/** What a command is for. */
export type CommandKind = "build" | "test" | "lint" | "run";

export interface FoundCommand {
  readonly kind: CommandKind;
  readonly command: string;
  /** The file it was found in. */
  readonly from: string;
}

/** The findings of one detector. */
export interface Findings {
  readonly commands?: readonly FoundCommand[];
  readonly entryPoints?: readonly string[];
  readonly packageManager?: string;
  readonly summary?: string | undefined;
  readonly licence?: string | undefined;
}

/** A project as detectors see it: file names, and the text of small files. */
export interface ProjectView {
  /** Every path relative to the root, with forward slashes. */
  readonly paths: ReadonlySet<string>;
  /** Undefined if the file does not exist, must not be read or is too large. */
  read(path: string): Promise<string | undefined>;
}

/** What onboarding finds out when it recognises the files of a tool. */
export interface Detector {
  /** As people call it: "Node.js". */
  readonly name: string;
  /** Files in the root that identify it, most important first. */
  manifests(view: ProjectView): readonly string[];
  detect(view: ProjectView, manifests: readonly string[]): Promise<Findings>;
}

/** The manifests that exist, given as names or as a pattern for files in the root. */
export function rootFiles(view: ProjectView, ...wanted: readonly (string | RegExp)[]): readonly string[] {
  return wanted.flatMap((each) => (typeof each === "string" ? existing(view, each) : matching(view, each, "root")));
}

/** Those of the paths that exist. */
export function existing(view: ProjectView, ...paths: readonly string[]): readonly string[] {
  return paths.filter((path) => view.paths.has(path));
}

/** The matching paths, sorted. */
export function matching(
  view: ProjectView,
  pattern: RegExp,
  where: "root" | "anywhere" = "anywhere",
): readonly string[] {
  return [...view.paths]
    .filter((path) => (where === "anywhere" || !path.includes("/")) && pattern.test(path))
    .toSorted();
}

export function commandsFrom(
  from: string,
  commands: Readonly<Partial<Record<CommandKind, string | undefined>>>,
): readonly FoundCommand[] {
  const kinds = ["build", "test", "lint", "run"] as const;
  return kinds.flatMap((kind) => {
    const command = commands[kind];
    return command === undefined ? [] : [{ kind, command, from }];
  });
}

/** Scripts or targets whose conventional names say what they are for. */
export function commandsOfScripts(
  from: string,
  names: readonly string[],
  commandOf: (name: string) => string,
): readonly FoundCommand[] {
  return names.flatMap((name) => {
    const kind = kindOf(name);
    return kind === undefined ? [] : [{ kind, command: commandOf(name), from }];
  });
}

function kindOf(name: string): CommandKind | undefined {
  if (/^(?:build|compile|all|dist|bundle)$/.test(name)) return "build";
  if (/^(?:tests?|check|spec|verify|test[:-](?:unit|all|e2e))$/.test(name)) return "test";
  if (/^(?:lint|format|fmt|typecheck|type-check|style|clippy|vet)$/.test(name)) return "lint";
  return /^(?:start|dev|serve|server|run|watch)$/.test(name) ? "run" : undefined;
}
