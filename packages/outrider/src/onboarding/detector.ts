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
  readonly summary?: string;
  readonly licence?: string;
}

/** A project as detectors see it: names of files, and the text of small ones. */
export interface ProjectView {
  /** Every path below the root, with "/" between. */
  readonly paths: ReadonlySet<string>;
  /** Undefined for what is not there, may not be seen or is too large. */
  read(path: string): Promise<string | undefined>;
}

/** What is known about one ecosystem. Nothing is ever run. */
export interface Detector {
  readonly name: string;
  /** Files of the root that it is recognised by, in order of weight. */
  manifests(view: ProjectView): readonly string[];
  detect(view: ProjectView, manifests: readonly string[]): Promise<Findings>;
}

/** The manifests that are there, of a list of names or a pattern for files of the root. */
export function rootFiles(view: ProjectView, ...wanted: readonly (string | RegExp)[]): readonly string[] {
  return wanted.flatMap((each) => {
    if (typeof each === "string") return view.paths.has(each) ? [each] : [];
    return [...view.paths].filter((path) => !path.includes("/") && each.test(path)).toSorted();
  });
}

/** Of these paths the ones that exist. */
export function existing(view: ProjectView, ...paths: readonly string[]): readonly string[] {
  return paths.filter((path) => view.paths.has(path));
}

export function commandsFrom(from: string, commands: Partial<Record<CommandKind, string>>): readonly FoundCommand[] {
  const kinds = ["build", "test", "lint", "run"] as const;
  return kinds.flatMap((kind) => {
    const command = commands[kind];
    return command === undefined ? [] : [{ kind, command, from }];
  });
}

/** What a script or a target with this name is for, by custom. */
export function kindOf(name: string): CommandKind | undefined {
  if (/^(?:build|compile|all|dist|bundle)$/.test(name)) return "build";
  if (/^(?:tests?|check|spec|verify|test[:-](?:unit|all|e2e))$/.test(name)) return "test";
  if (/^(?:lint|format|fmt|typecheck|type-check|style|clippy|vet)$/.test(name)) return "lint";
  return /^(?:start|dev|serve|server|run|watch)$/.test(name) ? "run" : undefined;
}
