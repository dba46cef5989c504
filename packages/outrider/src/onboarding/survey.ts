import type { FoundCommand } from "./detector.ts";
import type { LanguageCount } from "./languages.ts";

/** A project as far as its files tell without anything being run. */
export interface Survey {
  readonly name: string;
  readonly files: number;
  /** True when there were more files than were looked at. */
  readonly partial: boolean;
  readonly summary: string | undefined;
  readonly licence: string | undefined;
  readonly languages: readonly LanguageCount[];
  /** Recognised by files of the root: "Rust (Cargo.toml)". */
  readonly ecosystems: readonly { readonly name: string; readonly manifests: readonly string[] }[];
  readonly packageManagers: readonly string[];
  readonly commands: readonly FoundCommand[];
  readonly entryPoints: readonly string[];
  readonly testDirectories: readonly string[];
  readonly ci: readonly string[];
  /** Directories of the root with their number of files and main language. */
  readonly directories: readonly {
    readonly path: string;
    readonly files: number;
    readonly language: string | undefined;
  }[];
  /** Directories below the root with a manifest of their own. */
  readonly subprojects: readonly string[];
}
