import type { Call, HandlerContainment } from "../tool/call-context.ts";
import { isPromiseLike } from "../tool/deferred.ts";
import type { AnyTool } from "../tool/tool.ts";
import type { Lifetime } from "./lifetime.ts";

/** How the handler itself ended. `late` if the call had been stopped before. */
export type HandlerEnd = { readonly late: boolean } & ({ readonly returned: unknown } | { readonly threw: unknown });

export interface DispatchOptions {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly services: unknown;
  readonly call: Call;
  readonly life: Lifetime;
  readonly containment: HandlerContainment;
  readonly onStray: (error: unknown) => void;
}

/** Runs the handler to its own end, however late. Claims the call for its result if that is still possible. */
export function dispatch(options: DispatchOptions): Promise<HandlerEnd> {
  return new Promise((resolve) => {
    const finish = (returned: unknown): void => resolve({ late: !options.life.finish(), returned });
    const fail = (threw: unknown): void => resolve({ late: !options.life.finish(), threw });
    try {
      const returned = runContained(options);
      // Attached to the handler's own promise, so that a result is ready as soon as it settles.
      if (isPromiseLike(returned)) Promise.resolve(returned).then(finish, fail);
      else finish(returned);
    } catch (error) {
      fail(error);
    }
  });
}

function runContained({ tool, input, services, call, containment, onStray }: DispatchOptions): unknown {
  // The schema has just given `input` the type that the handler was written for, and `createKernel` has
  // checked the services' type: the one place where the erased types meet again.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const run = (): unknown => tool.handle(input as never, services as never, call);
  return containment.run(onStray, run);
}
