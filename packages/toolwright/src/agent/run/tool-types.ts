import type { JsonObject, Schema } from "../../tool/schema.ts";
import type { Effects } from "../../tool/tool.ts";

/** What names a call in types: a tool of the kernel or of the host. */
export interface NamedTool {
  readonly name: string;
  readonly input: Schema;
}

/** A call of any tool. */
export interface AnyCall {
  readonly tool: string;
  readonly input: JsonObject;
}

/** A call with the name and the input of one of the tools; of any tool if they are not known to the compiler. */
export type CallOf<Tool extends NamedTool> = Tool extends NamedTool
  ? string extends Tool["name"]
    ? AnyCall
    : { readonly tool: Tool["name"]; readonly input: NonNullable<Tool["input"]["~standard"]["types"]>["input"] }
  : never;

/** A tool without a handler: the host runs it, such as a browser or an editor, and tells what came of it by `decide`. */
export interface HostTool<Name extends string = string, Input extends Schema = Schema> {
  readonly name: Name;
  /** For people. Default: derived from the name. */
  readonly title?: string;
  readonly description: string;
  readonly input: Input;
  /** Default: it changes something. */
  readonly effects?: Effects;
}
