import { handleIdOf } from "./handle-id.ts";
import { unknownHandle } from "./spill-failure.ts";

const prefix = "@out_";

export function handleOf(id: string): string {
  return prefix + id;
}

/** The id in a handle; what is none is refused. */
export function idOf(handle: string): string {
  const id = handleIdOf(handle, prefix);
  if (id !== undefined) return id;
  throw unknownHandle(handle, `a handle is ${prefix} and 16 letters or digits, copied from the answer that named it`);
}
