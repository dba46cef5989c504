import { handleIdOf } from "toolwright/spill";

const prefix = "@cmd_";

export function commandHandle(id: string): string {
  return prefix + id;
}

/** Undefined if it is not a command handle. */
export function commandIdOf(handle: string): string | undefined {
  return handleIdOf(handle, prefix);
}
