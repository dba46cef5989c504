/** Functions of the thread, as the code below sees them. */
export interface HostFunctions {
  /** The number of the operation, or why it is refused. */
  ask(kind: string, name: string, input: string): number | string;
  print(text: string): void;
  /** The answer of a tool, to be shown as the tool shows it. */
  printAnswer(tool: string, json: string): void;
  /** Why the value cannot be kept, or undefined. */
  keep(name: string, json: string): string | undefined;
}

/** What the thread calls in the sandbox. All of it passes strings only. */
export interface SandboxHooks {
  settle(op: number, ok: boolean, json: string): void;
  /** JSON, or undefined for undefined. */
  write(value: unknown): string | undefined;
  describeError(error: unknown): string;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly failure: { message: string };
  /** The tool that was called. */
  readonly tool: string | undefined;
}

/**
 * The globals of a script. This function runs inside the sandbox: its text is evaluated there, so it refers to nothing outside
 * of itself. It holds what it needs of the built-ins before the script can change them, and keeps its own state where the
 * script has no reference to it.
 */
// oxlint-disable-next-line max-lines-per-function -- its text is all that exists in the sandbox
export function installGlobals(host: HostFunctions, setupJson: string): SandboxHooks {
  const { parse, stringify } = JSON;
  const { apply, defineProperty, get: getOwn, has } = Reflect;
  const toObject = Object;
  const { create, freeze } = Object;
  const { slice } = String.prototype;
  const { join } = Array.prototype;
  const text = String;
  const NativePromise = Promise;
  const NativeError = Error;
  const { get: getWeak, set: setWeak } = WeakMap.prototype;
  /** Which tool an answer is of. */
  const tellers = new WeakMap<object, string>();
  const longestError = 8_000;
  const setup: { tools: string[]; kept: Record<string, unknown>; longest: number } = parse(setupJson);
  const pending: Record<number, Waiting> = create(null);
  const cut = (value: string, length: number): string => apply(slice, value, [0, length]);
  const define = (target: object, key: string, value: unknown): boolean =>
    defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });

  class ToolError extends NativeError {
    constructor(code: string, message: string) {
      super(message);
      define(this, "name", "ToolError");
      define(this, "code", code);
    }
  }

  function ask(kind: string, name: string, input: string): Promise<unknown> {
    // Made here, so that its stack names the line of the script that asked.
    const failure = new ToolError("", "");
    return new NativePromise((resolve, reject) => {
      const op = host.ask(kind, name, input);
      if (typeof op === "number") {
        pending[op] = { resolve, reject, failure, tool: kind === "call" ? name : undefined };
      } else {
        define(failure, "code", "script_limit");
        define(failure, "message", op);
        reject(failure);
      }
    });
  }

  const tools: Record<string, unknown> = create(null);
  for (const name of setup.tools) {
    const call = (input: unknown = {}): Promise<unknown> => ask("call", name, stringify(input) ?? "null");
    tools[name] = freeze(call);
    if (!has(globalThis, name)) define(globalThis, name, call);
  }
  const known = new Proxy(freeze(tools), {
    get(target, key) {
      if (typeof key === "symbol" || key === "then" || key === "toJSON" || key in target) return getOwn(target, key);
      throw new ToolError("unknown_tool", `There is no tool ${key}. Tools: ${apply(join, setup.tools, [", "])}.`);
    },
  });

  const kept: Record<string, unknown> = create(null);
  for (const name in setup.kept) define(kept, name, setup.kept[name]);
  const readOnly = (): never => {
    throw new TypeError('`kept` is read-only; use keep("name", value)');
  };

  /** What knows how it is printed says so under this key. */
  const printKey = Symbol.for("print");
  const ownPrint = (value: unknown): unknown =>
    typeof value === "object" && value !== null ? getOwn(value, printKey) : undefined;
  const tellerOf = (value: unknown): unknown =>
    typeof value === "object" && value !== null ? apply(getWeak, tellers, [value]) : undefined;

  function show(value: unknown): string {
    if (typeof value === "string") return value;
    try {
      const print = ownPrint(value);
      if (typeof print === "function") return text(apply(print, value, []));
      if (value instanceof NativePromise) return "[a promise: await it first]";
      if (value instanceof NativeError) return `${value.name}: ${value.message}`;
      return (typeof value === "object" && value !== null ? stringify(value) : undefined) ?? text(value);
    } catch {
      try {
        return text(value);
      } catch {
        return "[cannot be printed]";
      }
    }
  }

  define(globalThis, "tools", known);
  define(globalThis, "ToolError", ToolError);
  define(globalThis, "kept", new Proxy(kept, { set: readOnly, defineProperty: readOnly, deleteProperty: readOnly }));
  define(globalThis, "keep", (name: unknown, value: unknown) => {
    const json = stringify(value);
    const problem = host.keep(text(name), json ?? "");
    if (problem !== undefined) throw new ToolError("script_limit", problem);
    if (json === undefined) delete kept[text(name)];
    else define(kept, text(name), parse(json));
  });
  define(globalThis, "print", (...values: unknown[]) => {
    let line: string | undefined;
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index];
      const tool = tellerOf(value);
      const json = typeof tool === "string" ? stringify(value) : undefined;
      // What may have many lines begins and ends one.
      const isApart = (typeof tool === "string" && json !== undefined) || typeof ownPrint(value) === "function";
      if (isApart && line !== undefined) {
        host.print(cut(line, setup.longest));
        line = undefined;
      }
      if (typeof tool === "string" && json !== undefined) {
        host.printAnswer(tool, json);
      } else if (isApart) {
        host.print(cut(show(value), setup.longest));
      } else {
        line = (line === undefined ? "" : `${line} `) + show(value);
      }
    }
    if (line !== undefined || values.length === 0) host.print(cut(line ?? "", setup.longest));
  });
  define(globalThis, "sleep", (ms: unknown) => ask("sleep", "", text(ms)));
  define(globalThis, "text", (value: unknown) => {
    const tool = tellerOf(value);
    return typeof tool === "string" ? ask("text", tool, stringify(value)) : show(value);
  });
  define(globalThis, "types", (...names: unknown[]) => ask("types", "", stringify(names)));

  return {
    settle(op, ok, json) {
      const waiting = pending[op];
      if (waiting === undefined) return;
      delete pending[op];
      const answer = parse(json);
      if (!ok) {
        for (const key in answer) define(waiting.failure, key, answer[key]);
        waiting.reject(waiting.failure);
        return;
      }
      const { value, overflow } = answer;
      if (overflow !== undefined && typeof value === "object" && value !== null) define(value, "overflow", overflow);
      if (waiting.tool !== undefined && typeof value === "object" && value !== null)
        apply(setWeak, tellers, [value, waiting.tool]);
      waiting.resolve(value);
    },
    write: (value) => stringify(typeof ownPrint(value) === "function" ? show(value) : value),
    describeError(error) {
      const read = (key: string): string | undefined => {
        try {
          const field: unknown = toObject(error)[key];
          return field === undefined ? undefined : cut(text(field), longestError);
        } catch {
          return undefined;
        }
      };
      const message = (error instanceof NativeError ? read("message") : undefined) ?? cut(show(error), longestError);
      return stringify({ name: read("name"), message, stack: read("stack"), code: read("code") });
    },
  };
}
