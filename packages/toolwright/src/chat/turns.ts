import type { CommandArguments } from "../cli/command.ts";

/** Who Ctrl-C is for. */
type Stage =
  | { readonly kind: "idle" }
  /** A person is writing. */
  | { readonly kind: "prompt"; readonly end: () => void }
  | { readonly kind: "turn"; readonly controller: AbortController };

/** Shares interrupts between turns and the program: the first cancels the turn, a second one before its end ends the program. */
export interface Turns {
  /** Whether the program is to end with the turn, or with the prompt. */
  readonly isEnding: () => boolean;
  /** `use` gets the signal of a turn and a way to cancel it. */
  turn<Result>(use: (signal: AbortSignal, cancel: () => void) => Promise<Result>): Promise<Result>;
  prompt<Result>(use: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
  /** Ctrl-C as a key. */
  press(): void;
  /** The program ends with the turn that goes on. */
  end(): void;
  release(): void;
}

export function ownTurns(args: Pick<CommandArguments, "takeInterrupts">): Turns {
  let stage: Stage = { kind: "idle" };
  let isEnding = false;
  const taken = args.takeInterrupts((signal) => {
    if (signal !== "SIGINT") isEnding = true;
    if (stage.kind === "prompt") {
      isEnding = true;
      stage.end();
      return true;
    }
    if (stage.kind === "idle" || stage.controller.signal.aborted) return false;
    stage.controller.abort();
    return true;
  });

  async function enter<Result>(next: Stage, use: () => Promise<Result>): Promise<Result> {
    stage = next;
    try {
      return await use();
    } finally {
      stage = { kind: "idle" };
    }
  }

  return {
    isEnding: () => isEnding,
    turn(use) {
      const controller = new AbortController();
      const cancel = (): void => controller.abort();
      return enter({ kind: "turn", controller }, () => use(controller.signal, cancel));
    },
    prompt(use) {
      const controller = new AbortController();
      return enter({ kind: "prompt", end: () => controller.abort() }, () => use(controller.signal));
    },
    press: taken.press,
    end: () => void (isEnding = true),
    release: taken.release,
  };
}
