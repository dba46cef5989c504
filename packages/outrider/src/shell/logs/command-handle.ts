import { handleIdOf } from "toolwright/spill";

const prefix = "@cmd_";

export function commandHandle(id: string): string {
  return prefix + id;
}

/** Undefined for what is no handle of a command. */
export function commandIdOf(handle: string): string | undefined {
  return handleIdOf(handle, prefix);
}
