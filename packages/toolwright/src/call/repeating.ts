import type { AnyTool } from "../tool/tool.ts";

/** Whether a call whose end is not known may simply be made again, and what to say if not. */
export function describeRepeat({ name, effects }: AnyTool): { readonly retryable: boolean; readonly advice: string } {
  if (effects.readOnly || effects.idempotent) return { retryable: true, advice: "" };
  return { retryable: false, advice: ` What ${name} does may have taken effect: look before you call it again.` };
}
