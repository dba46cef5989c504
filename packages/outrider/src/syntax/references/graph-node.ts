import type { Span } from "../../languages/language.ts";
import type { LateFiles } from "./occurrence.ts";
import type { Target } from "./target.ts";

/** A function in a graph, identified by its file and position; two with the same name are distinct. */
export interface GraphNode extends Target {
  /** File and offset of the name. */
  readonly id: string;
}

export function nodeOf(target: Target): GraphNode {
  return { ...target, id: `${target.file}:${target.symbol.nameSpan.start}` };
}

/** One function with its connections. */
export interface GraphStep {
  readonly calls: readonly {
    readonly node: GraphNode;
    readonly line: number;
    /** The called name, in the file of the caller. */
    readonly at?: Span;
    readonly certainty: "sure" | "likely";
    /** Found by syntax, but not confirmed by the language server that was asked. */
    readonly unconfirmed?: true;
  }[];
  readonly outside: readonly OutsideCall[];
  /** Files with the name that could not be parsed. */
  readonly unread?: readonly string[];
  /** Files that were left when the time was up. */
  readonly late?: LateFiles;
  /** Of a function whose callers these are: places that use it without a call, such as those that hand it on. */
  readonly uses?: number;
}

/** A call of something that the project does not declare, or of a name with too many declarations. */
export interface OutsideCall {
  /** With its receiver: `fs.readFile`. */
  readonly name: string;
  readonly line: number;
  /** The called name, in the file of the caller. */
  readonly at?: Span;
  /** "outside": no symbol of the project matches. "ambiguous": too many do. "value": a parameter or local value is called. */
  readonly why: "outside" | "ambiguous" | "value";
}
