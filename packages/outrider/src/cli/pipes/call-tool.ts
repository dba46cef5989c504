import type { CallOptions, NextCall, Outcome } from "toolwright";
import type { Terminal } from "toolwright/cli";
import * as z from "zod";
import { inShellWords } from "./shell-words.ts";

/** What the commands for shells know of the process they run in: the project, and how to call a tool of its kernel. */
export interface PipeCaller {
  /** The real path of the project. */
  readonly root: string;
  /** The project was open before: a question of completion is answered at once. */
  readonly isWarm?: boolean;
  call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: Pick<CallOptions, "signal" | "onProgress" | "valueOnly" | "approval" | "continues">,
  ): Promise<Outcome>;
}

/** A call that ended without a value; the command says why and ends with 2. */
export class CallFailed extends Error {
  readonly code: string;
  readonly next: NextCall | undefined;

  constructor({ code, message, next }: { readonly code: string; readonly message: string; readonly next?: NextCall }) {
    super(message);
    this.code = code;
    this.next = next;
  }
}

type Input = Readonly<Record<string, unknown>>;

interface Listing {
  readonly overflow?: { readonly next_offset?: number | undefined; readonly total: number } | undefined;
}

export interface Pages<Value> {
  readonly first: Value;
  readonly all: readonly Value[];
  /** Rows of the whole list, if it has more than were fetched. */
  readonly cutFrom: number | undefined;
}

/** The tools as a command asks them: a value of the expected shape, or `CallFailed`. */
export interface ToolCalls {
  readonly signal: AbortSignal;
  value<Value>(tool: string, shape: z.ZodType<Value>, input: Input): Promise<Value>;
  /** Every page, up to a bound. */
  pages<Value extends Listing>(tool: string, shape: z.ZodType<Value>, input: Input): Promise<Pages<Value>>;
  /** However it ends, for commands that ask the person. */
  outcome(
    tool: string,
    input: Input,
    more?: Pick<Parameters<PipeCaller["call"]>[2], "approval" | "continues">,
  ): Promise<Outcome>;
}

/** Files that are read for the first time are waited for as long as there are more of them with each call, which itself waits for some. */
const maxReadingMs = 120_000;
const partialShape = z.object({ partial: z.object({ done: z.number() }).optional() });

/** 20 pages of 1,000 rows: more than anybody reads, and few enough to wait for. */
const maxPages = 20;

interface Asking {
  /** The command, in whose words errors are told. */
  readonly command: string;
  readonly terminal: Terminal;
  readonly interrupted: AbortSignal;
}

export function createToolCalls(caller: PipeCaller, { command, terminal, interrupted }: Asking): ToolCalls {
  const signal = AbortSignal.any([interrupted, terminal.readerGone]);

  async function outcome(tool: string, input: Input, more: object = {}): Promise<Outcome> {
    const ended = await caller.call(tool, withoutUndefined(input), {
      signal,
      valueOnly: true,
      onProgress: ({ message = tool, done, total }) =>
        terminal.status(
          () => `… ${message}${done === undefined ? "" : ` ${done}${total === undefined ? "" : ` of ${total}`}`}`,
        ),
      ...more,
    });
    terminal.status(undefined);
    signal.throwIfAborted();
    return ended;
  }

  async function value<Value>(tool: string, shape: z.ZodType<Value>, input: Input): Promise<Value> {
    const latest = performance.now() + maxReadingMs;
    for (let before = -1; ;) {
      const ended = await outcome(tool, input);
      if (ended.status !== "ok")
        throw new CallFailed({ ...ended.error, message: inShellWords(ended.error.message, command) });
      const { partial } = partialShape.parse(ended.value);
      if (partial === undefined || partial.done <= before || performance.now() > latest)
        return shape.parse(ended.value);
      before = partial.done;
    }
  }

  return {
    signal,
    outcome,
    value,
    async pages(tool, shape, input) {
      const first = await value(tool, shape, input);
      const all = [first];
      let next = first.overflow?.next_offset;
      while (next !== undefined && all.length < maxPages) {
        const page = await value(tool, shape, { ...input, offset: next });
        all.push(page);
        const after = page.overflow?.next_offset;
        next = after !== undefined && after > next ? after : undefined;
      }
      return { first, all, cutFrom: next === undefined ? undefined : first.overflow?.total };
    },
  };
}

function withoutUndefined(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, each]) => each !== undefined));
}
