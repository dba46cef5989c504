import variant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from "quickjs-emscripten-core";
import type { OperationAnswer, Operation, ScriptEnd, ThreadStart, ThrownError } from "./messages.ts";
import { installGlobals } from "./script-globals.ts";

/** More, and a stack bomb throws in the thread instead of the script. */
const stackBytes = 128 * 1024;
/** How many instructions the interpreter runs between two questions whether to go on. */
const stepsPerPoll = 10_000;
const jobsPerBatch = 16;
/** Given back before an error is described, so that a script which ran out of memory can still say so. */
const reservedBytes = 512 * 1024;
const pageBytes = 64 * 1024;
/** What the module starts with, and so the least it can be given. */
const firstPages = 256;

/** What the sandbox asks of its thread. */
export interface SandboxHost {
  ask(kind: Operation["kind"], name: string, input: string): number | string;
  print(text: string): void;
  printAnswer(tool: string, json: string): void;
  keep(name: string, json: string): string | undefined;
  /** Milliseconds, of a clock that the script does not see. */
  now(): number;
}

/** One script in a QuickJS of its own. Each method runs until the script waits, and returns its end if it has come. */
export interface Sandbox {
  begin(): ScriptEnd | undefined;
  settle(answer: OperationAnswer): ScriptEnd | undefined;
}

type StopReason = Extract<ScriptEnd, { kind: "stopped" }>["why"];

declare global {
  // The types of Node have only its types.
  // oxlint-disable-next-line typescript/no-namespace
  namespace WebAssembly {
    interface Memory {
      readonly buffer: ArrayBuffer;
    }
    const Memory: new (size: { readonly initial: number; readonly maximum: number }) => Memory;
  }
}

// Its types describe the CommonJS form, whose default is one level further down.
const quickjs = "default" in variant ? variant.default : variant;

export async function openSandbox(start: ThreadStart, host: SandboxHost): Promise<Sandbox> {
  // The ceiling is that of the memory itself: the limit of QuickJS counts blocks in this build, not their bytes.
  const pages = Math.max(firstPages, Math.floor(start.limits.memoryBytes / pageBytes));
  const wasmMemory = new WebAssembly.Memory({ initial: firstPages, maximum: pages });
  const module = await newQuickJSWASMModuleFromVariant(newVariant(quickjs, { wasmModule: start.wasm, wasmMemory }));
  const runtime = module.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  const watch = watchTime(start, host.now);
  runtime.setInterruptHandler(watch.poll);
  const context = runtime.newContext();
  const hooks = install(context, start, host);
  const reserved = context.newArrayBuffer(new ArrayBuffer(reservedBytes));
  let main: QuickJSHandle | undefined;

  function guard(work: () => void): ScriptEnd | undefined {
    try {
      work();
      return watch.stopped() ?? findEnd();
    } catch (error) {
      const stopped = watch.stopped();
      if (stopped !== undefined) return stopped;
      if (error instanceof ScriptThrew) return { kind: "threw", error: describeValue(error.handle) };
      return { kind: "threw", error: { name: "InternalError", message: describeHostError(error) } };
    }
  }

  function findEnd(): ScriptEnd | undefined {
    if (main === undefined) return undefined;
    const state = context.getPromiseState(main);
    if (state.type === "pending") return undefined;
    if (state.type === "rejected") return { kind: "threw", error: describeValue(state.error) };
    const json = callHook(context, hooks, "write", [state.value]);
    return context.typeof(json) === "string"
      ? { kind: "returned", json: context.getString(json) }
      : { kind: "returned" };
  }

  function describeValue(error: QuickJSHandle): ThrownError {
    if (reserved.alive) reserved.dispose();
    try {
      // Where there is no memory for an error, null is thrown.
      const isFull = wasmMemory.buffer.byteLength >= (pages * pageBytes) / 2;
      if (isFull && context.sameValue(error, context.null)) return noMemory;
      return JSON.parse(context.getString(callHook(context, hooks, "describeError", [error])));
    } catch {
      return { name: "Error", message: "It failed with an error that cannot be read." };
    }
  }

  return {
    begin: () =>
      guard(() => {
        if (start.library !== "") evaluate(context, start.library, "library");
        const body = evaluate(context, `(async function () {"use strict";\n${start.source}\n})`, "script");
        const result = context.callFunction(body, context.undefined);
        if (result.error !== undefined) throw new ScriptThrew(result.error);
        main = result.value;
        runJobs(runtime, watch, () => findSettled(context, main));
      }),
    settle: ({ op, ok, json }) =>
      guard(() => {
        callHook(context, hooks, "settle", [
          context.newNumber(op),
          ok ? context.true : context.false,
          context.newString(json),
        ]);
        runJobs(runtime, watch, () => findSettled(context, main));
      }),
  };
}

/** Carries a value that was thrown inside of the sandbox. */
class ScriptThrew extends Error {
  override readonly name = "ScriptThrew";
  readonly handle: QuickJSHandle;

  constructor(handle: QuickJSHandle) {
    super("The script threw");
    this.handle = handle;
  }
}

interface Watch {
  /** True ends whatever runs; once it was true, it stays true. */
  poll(): boolean;
  spend(steps: number): void;
  stopped(): ScriptEnd | undefined;
}

function watchTime({ limits, remainingMs }: ThreadStart, now: () => number): Watch {
  const endsAt = now() + remainingMs;
  let steps = 0;
  let why: StopReason | undefined;
  return {
    poll() {
      steps += stepsPerPoll;
      if (steps > limits.steps) why ??= "steps";
      if (now() > endsAt) why ??= "deadline";
      return why !== undefined;
    },
    spend(more) {
      steps += more;
    },
    stopped: () => (why === undefined ? undefined : { kind: "stopped", why }),
  };
}

function install(context: QuickJSContext, start: ThreadStart, host: SandboxHost): QuickJSHandle {
  const text = (handle: QuickJSHandle | undefined): string => (handle === undefined ? "" : context.getString(handle));
  const functions = context.newObject();
  const add = (name: string, run: (...args: string[]) => number | string | undefined): void => {
    const handle = context.newFunction(name, (...args) => {
      const result = run(...args.map(text));
      if (result === undefined) return context.undefined;
      return typeof result === "number" ? context.newNumber(result) : context.newString(result);
    });
    context.setProp(functions, name, handle);
  };
  add("ask", (kind = "", name = "", input = "") => (isKind(kind) ? host.ask(kind, name, input) : "unknown"));
  add("print", (line = "") => {
    host.print(line);
    return undefined;
  });
  add("printAnswer", (tool = "", json = "") => {
    host.printAnswer(tool, json);
    return undefined;
  });
  add("keep", (name = "", json = "") => host.keep(name, json));
  const setup = `{"tools":${JSON.stringify(start.tools)},"kept":${start.kept},"longest":${start.limits.outputBytes}}`;
  const installer = evaluate(context, `(${installGlobals.toString()})`, "globals");
  const installed = context.callFunction(installer, context.undefined, functions, context.newString(setup));
  if (installed.error !== undefined) throw new ScriptThrew(installed.error);
  return installed.value;
}

const kinds: ReadonlySet<string> = new Set<Operation["kind"]>(["call", "sleep", "text", "types"]);

function isKind(kind: string): kind is Operation["kind"] {
  return kinds.has(kind);
}

function evaluate(context: QuickJSContext, code: string, file: string): QuickJSHandle {
  const result = context.evalCode(code, file);
  if (result.error !== undefined) throw new ScriptThrew(result.error);
  return result.value;
}

function callHook(
  context: QuickJSContext,
  hooks: QuickJSHandle,
  name: string,
  args: readonly QuickJSHandle[],
): QuickJSHandle {
  const hook = context.getProp(hooks, name);
  const result = context.callFunction(hook, context.undefined, ...args);
  hook.dispose();
  if (result.error !== undefined) throw new ScriptThrew(result.error);
  return result.value;
}

/** Runs what awaits, in small batches: endless chains of promises reach no poll of their own. */
function runJobs(runtime: QuickJSRuntime, watch: Watch, isOver: () => boolean): void {
  while (!isOver() && runtime.hasPendingJob()) {
    const result = runtime.executePendingJobs(jobsPerBatch);
    if (result.error !== undefined) throw new ScriptThrew(result.error);
    watch.spend(jobsPerBatch * 100);
    if (watch.stopped() !== undefined || watch.poll()) return;
  }
}

function findSettled(context: QuickJSContext, main: QuickJSHandle | undefined): boolean {
  if (main === undefined) return false;
  const state = context.getPromiseState(main);
  if (state.type === "rejected") state.error.dispose();
  else if (state.type === "fulfilled" && state.notAPromise !== true) state.value.dispose();
  return state.type !== "pending";
}

const noMemory: ThrownError = { name: "InternalError", message: "out of memory" };

function describeHostError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /call stack/i.test(message) ? "stack overflow" : `the sandbox failed: ${message}`;
}
