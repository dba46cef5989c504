import type { AnyTool } from "../tool/tool.ts";

/** Whether a call whose end is not known may simply be made again. */
export function mayRepeat({ effects }: AnyTool): boolean {
  return effects.readOnly || effects.idempotent;
}

/** For a call that has done its work, or may have, and would do it twice. */
export function doNotRepeat({ name }: AnyTool): string {
  return `What ${name} does may have taken effect: look before you call it again.`;
}
