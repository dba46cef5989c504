import type { DirectoryName } from "./directories.ts";

/** A public server of the table: what installs it, how it is started, and what its tools are called with. */
export interface PublicServer {
  readonly name: string;
  readonly ecosystem: "npm" | "PyPI";
  readonly package: string;
  readonly version: string;
  /** Versions of packages that it needs and does not pin itself. */
  readonly pins?: Readonly<Record<string, string>>;
  readonly program: string;
  /** `{work}` stands for the working directory, `{bin}` for the directory of the installed programs. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly directory?: DirectoryName;
  /** Tools that only read, though they do not say so. */
  readonly call?: readonly string[];
  /** Inputs that work, where they do not follow from the schema. */
  readonly inputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What it could not reach in the audit: failures of tools that need it are not counted against it. */
  readonly lacks?: "the internet" | "a browser";
}
