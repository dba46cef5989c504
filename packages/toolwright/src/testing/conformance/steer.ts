import type { Call } from "../../tool/call-context.ts";
import type { AnyTool } from "../../tool/tool.ts";

/** A handler whose types were erased: the schema makes its input right, the author its services. */
export type Handler = (input: unknown, services: unknown, call: Call) => unknown;

/** Puts something in place of a handler, or around it. */
export type Steering = (original: Handler) => Handler;

/** The same tool with another handler; a tool is data, so that a copy is as good as the original. */
export function steerTool(tool: AnyTool, steering: Steering): AnyTool {
  const original: Handler = (input, services, call): unknown =>
    Reflect.apply(tool.handle, tool, [input, services, call]);
  return { ...tool, handle: steering(original) };
}

/** What a handler did, as a promise, however it ended. Nobody has to listen to it. */
export function attempt(work: () => unknown): Promise<unknown> {
  const done = new Promise<unknown>((resolve) => {
    resolve(work());
  });
  done.catch(() => {});
  return done;
}

/** Aborts as soon as the handler has taken its first step, and goes on with it. */
export function abortOnStart(controllerOf: (call: Call) => AbortController | undefined): Steering {
  return (original) => (input, services, call) => {
    const own = attempt(() => original(input, services, call));
    controllerOf(call)?.abort();
    return own;
  };
}

/** Never ends, whatever its signal says. */
export const neverEnding: Steering = () => () => new Promise<never>(() => {});
