import { AsyncResource } from "node:async_hooks";
import type { Call } from "../../tool/call-context.ts";
import type { JsonObject } from "../../tool/schema.ts";
import type { AnyTool, Example } from "../../tool/tool.ts";

/** A handler with erased types: the schema ensures its input, the author its services. */
export type Handler = (input: unknown, services: unknown, call: Call) => unknown;

/** Replaces or wraps a handler. */
export type Steering = (original: Handler) => Handler;

/** The same tool with another handler; a tool is data, so a copy is as good as the original. */
export function steerTool(tool: AnyTool, steering: Steering): AnyTool {
  const original: Handler = (input, services, call): unknown =>
    Reflect.apply(tool.handle, tool, [input, services, call]);
  return { ...tool, handle: steering(original) };
}

/** The result of a handler as a promise, however it ended. It need not be awaited. */
export function attempt(work: () => unknown): Promise<unknown> {
  const done = new Promise<unknown>((resolve) => {
    resolve(work());
  });
  done.catch(() => {});
  return done;
}

/** Cancels as soon as the handler has taken its first step, and lets it continue. */
export function cancelOnStart(cancel: () => void): Steering {
  const cancelFromOutside = fromHere(cancel);
  return (original) => (input, services, call) => {
    const own = attempt(() => original(input, services, call));
    cancelFromOutside();
    return own;
  };
}

/** Hosts never cancel from inside a handler: wherever this is called, it runs in the context it was created in. */
export function fromHere(work: () => void): () => void {
  return AsyncResource.bind(work);
}

/** Never ends, whatever its signal says. */
export const neverEnding: Steering = () => () => new Promise<never>(() => {});

/** An example that is meant to end in an error. */
export type FailingExample = Example & Required<Pick<Example, "fails">>;

/** The inputs for the checks: the given ones, those of the definition that end ok, or an empty one if nothing is required. */
export function findExamples(tool: AnyTool, given: JsonObject | undefined): readonly JsonObject[] {
  if (given !== undefined) return [given];
  const working = tool.examples.filter((example) => !isFailing(example));
  if (working.length > 0) return working.map((example) => example.input);
  return (tool.inputJsonSchema.required ?? []).length === 0 ? [{}] : [];
}

export function findFailingExamples(tool: AnyTool): readonly FailingExample[] {
  return tool.examples.filter(isFailing);
}

function isFailing(example: Example): example is FailingExample {
  return example.fails !== undefined;
}
