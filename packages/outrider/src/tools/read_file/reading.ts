import type { FileHandle } from "node:fs/promises";
import type { Call } from "toolwright";
import type { LoadedText } from "../../documents/text/load-text.ts";
import type { Services } from "../../services.ts";
import type { FileAnswer } from "../../syntax/project-symbols.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { Project } from "../../workspace/project.ts";
import type { FileView, ReadFileInput } from "./schema.ts";

export type ReadFileServices = Pick<Services, "workspace" | "outputs" | "libraries" | "symbolsOf">;

/** What every step of one call needs. */
export interface Reading {
  readonly project: Project;
  readonly services: ReadFileServices;
  readonly call: Call;
}

export interface OpenFile {
  readonly kind: "file";
  /** As answers name it, and as a later call may. */
  readonly shown: string;
  /** Where its kind is told from. */
  readonly name: string;
  readonly handle: FileHandle;
  /** Undefined for what is no file of anybody: a kept output. */
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

/** What a single file is asked for. */
export type FileRequest = Omit<ReadFileInput, "path" | "project"> & { readonly path: string };

export interface TextView {
  readonly file: OpenFile;
  readonly loaded: LoadedText;
  readonly request: FileRequest;
  readonly budget: number;
  readonly call: Call;
  /** What the file declares; undefined where that cannot be said. */
  readSymbols(): Promise<FileAnswer | undefined>;
}

/** A view and what it costs. */
export interface Viewed {
  readonly view: FileView;
  readonly tokens: number;
}

/** The part of a view that depends on what was asked for. */
export type Shown = Omit<FileView, "path"> & { readonly tokens: number };
