import type { FileHandle } from "node:fs/promises";
import type { Call } from "toolwright";
import type { LoadedText } from "../../documents/text/load-text.ts";
import type { Services } from "../../services.ts";
import type { FileAnswer } from "../../syntax/project-symbols.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import type { FileView, ReadFileInput } from "./schema.ts";

export type ReadFileServices = Pick<Services, "workspace" | "outputs" | "libraries" | "symbolsOf" | "maskValues">;

/** What every step of one call needs. */
export interface Reading {
  readonly project: Project;
  readonly services: ReadFileServices;
  readonly call: Call;
}

/** Tokens that a view may need. */
export interface Budget {
  readonly page: number;
  /** For a file that is shown from its first to its last line. */
  readonly whole: number;
}

export interface OpenFile {
  readonly kind: "file";
  /** As answers name it, and as a later call may. */
  readonly shown: string;
  /** The name that determines its type. */
  readonly name: string;
  readonly handle: FileHandle;
  /** Undefined for a stored output, which is not a file of a project. */
  readonly located: Located | undefined;
  readonly masked: boolean;
  readonly facts: readonly string[];
}

export interface OpenDirectory {
  readonly kind: "directory";
  readonly shown: string;
  readonly located: Located;
  readonly facts: readonly string[];
}

/** The request for a single file. */
export type FileRequest = Omit<ReadFileInput, "path" | "project"> & { readonly path: string };

export interface TextView {
  readonly file: OpenFile;
  readonly loaded: LoadedText;
  readonly request: FileRequest;
  readonly budget: number;
  readonly wholeBudget: number;
  readonly call: Call;
  maskValues(text: string): string;
  /** The declarations of the file; undefined if they are unknown. */
  readSymbols(): Promise<FileAnswer | undefined>;
}

/** A view and its cost. */
export interface Viewed {
  readonly view: FileView;
  readonly tokens: number;
}

/** The part of a view that depends on the request. */
export type Shown = Omit<FileView, "path"> & { readonly tokens: number };
