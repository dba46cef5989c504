import type { HandlerContainment } from "../tool/containment-contract.ts";
import { isPromiseLike } from "../tool/promise-like.ts";

/** Calls back into the host. What its code throws, now or later, goes to `onFailure` and harms no call. */
export function tellHost(
  containment: HandlerContainment,
  tell: () => unknown,
  onFailure: (error: unknown) => void,
): void {
  try {
    const told = containment.runOutside(tell);
    if (isPromiseLike(told)) Promise.resolve(told).catch(onFailure);
  } catch (error) {
    onFailure(error);
  }
}

/** For hosts that contain nothing: code simply runs. */
export const noContainment: HandlerContainment = {
  run: (_onStray, work) => work(),
  runOutside: (work) => work(),
  close() {},
};
