/** What a command is for. */
export type CommandKind = "build" | "test" | "lint" | "run";

export interface FoundCommand {
  readonly kind: CommandKind;
  readonly command: string;
  /** The file that says so. */
  readonly from: string;
}

/** What one detector found out. */
export interface Findings {
  readonly commands?: readonly FoundCommand[];
  readonly entryPoints?: readonly string[];
  readonly packageManager?: string;
  readonly summary?: string | undefined;
  readonly licence?: string | undefined;
}

/** A project as detectors see it: names of files, and the text of small ones. */
export interface ProjectView {
  /** Every path below the root, with "/" between. */
  readonly paths: ReadonlySet<string>;
  /** Undefined for what is not there, may not be seen or is too large. */
  read(path: string): Promise<string | undefined>;
}

/** What onboarding finds out where it recognises the files of one tool. */
export interface Detector {
  /** As people call it: "Node.js". */
  readonly name: string;
  /** Files of the root that it is recognised by, in order of weight. */
  manifests(view: ProjectView): readonly string[];
  detect(view: ProjectView, manifests: readonly string[]): Promise<Findings>;
}

/** The manifests that are there, of a list of names or a pattern for files of the root. */
export function rootFiles(view: ProjectView, ...wanted: readonly (string | RegExp)[]): readonly string[] {
  return wanted.flatMap((each) => (typeof each === "string" ? existing(view, each) : matching(view, each, "root")));
}

/** Of these paths the ones that exist. */
export function existing(view: ProjectView, ...paths: readonly string[]): readonly string[] {
  return paths.filter((path) => view.paths.has(path));
}

/** The paths that fit, sorted. */
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

/** Scripts or targets whose names say by custom what they are for. */
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
