import type { Call } from "toolwright";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import type { Project } from "../../workspace/project.ts";
import type { Input } from "./schema.ts";
import type { Scope } from "../file-scope.ts";

/** A call of the tool with everything that answering it takes. */
export interface Question {
  readonly input: Input;
  readonly name: string | undefined;
  readonly kinds: ReadonlySet<SymbolKind> | undefined;
  readonly scope: Scope;
  /** The one that is looked into; a library is one, too. */
  readonly project: Project;
  /** In front of the paths of a library's files, so that any tool takes them back. */
  readonly prefix: string;
  readonly symbols: ProjectSymbols;
  readonly call: Call;
}

/** Clients that fill in every field send empty texts, which say nothing. */
export function nameIn(value: string | undefined): string | undefined {
  const name = value?.trim();
  return name === "" ? undefined : name;
}
