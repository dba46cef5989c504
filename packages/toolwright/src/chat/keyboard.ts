import { createInterface } from "node:readline";
import type { InputStream, Terminal } from "../cli/terminal.ts";

/** What a person has entered. */
export type Entered =
  | { readonly kind: "line"; readonly text: string }
  /** Ctrl-D, or nothing more comes. */
  | { readonly kind: "end" }
  | { readonly kind: "interrupt" };

export interface LineRequest {
  readonly prompt: string;
  /** Stands there already, to be changed or taken. */
  readonly prefill?: string;
  /** Aborting it is an end. */
  readonly signal: AbortSignal;
  /** Lines like these are offered by the arrow keys. */
  readonly history?: boolean;
}

/** The keys of a person at a terminal. Nothing that was typed before a question counts as its answer. */
export interface Keyboard {
  readLine(request: LineRequest): Promise<Entered>;
  /** Until it is released, Ctrl-C and Ctrl-D are told whenever no line is read. Words that are typed meanwhile stand at the next line with a history, to be sent or changed. */
  watch(heard: HeardKeys): () => void;
}

/** Keys that mean something while nobody is asked. */
export interface HeardKeys {
  onInterrupt(): void;
  /** Ctrl-D where nothing was typed. */
  onEnd(): void;
}

const interruptKey = "\u0003";
const endKey = "\u0004";

/** Opens the keyboard of a terminal at which somebody can answer. */
export function openKeyboard({ stdin, stderr }: Terminal): Keyboard {
  let history: string[] = [];
  let typed = "";
  let watch: KeyWatch | undefined;

  function readLine({ prompt, prefill, signal, history: remembers }: LineRequest): Promise<Entered> {
    if (signal.aborted) return Promise.resolve({ kind: "end" });
    // Not earlier: keys that come before the question is on the screen are no answer to it.
    watch?.stop();
    const editor = createInterface({
      input: stdin,
      output: stderr,
      terminal: true,
      prompt,
      ...(remembers === true ? { history: [...history], removeHistoryDuplicates: true } : { historySize: 0 }),
    });
    return new Promise((resolve) => {
      const lines: string[] = [];
      const finish = (entered: Entered): void => {
        signal.removeEventListener("abort", onAbort);
        editor.off("close", onClose);
        editor.close();
        watch?.start();
        // The cursor stands behind what was asked.
        if (entered.kind !== "line") stderr.write("\n");
        resolve(entered);
      };
      const onClose = (): void => finish({ kind: "end" });
      const onAbort = (): void => finish({ kind: "end" });
      // Lines that were pasted come at once and are one text, with what stands behind the last of them.
      const onLine = (line: string): void => {
        lines.push(line);
        if (lines.length > 1) return;
        setImmediate(() => {
          if (editor.line === "") finish({ kind: "line", text: lines.join("\n") });
          else editor.once("line", () => finish({ kind: "line", text: lines.join("\n") }));
        });
      };
      editor.on("line", onLine);
      editor.once("close", onClose);
      editor.once("SIGINT", () => finish({ kind: "interrupt" }));
      editor.on("history", (known) => {
        if (remembers === true) history = known;
      });
      signal.addEventListener("abort", onAbort);
      editor.prompt();
      const begun = remembers === true ? typed : prefill;
      if (remembers === true) typed = "";
      if (begun !== undefined && begun !== "") editor.write(begun);
    });
  }

  return {
    readLine,
    watch({ onInterrupt, onEnd }) {
      watch = watchKeys(stdin, (keys) => {
        for (const key of keys) if (key === interruptKey) onInterrupt();
        if (keys.includes(interruptKey)) return;
        if (typed === "" && keys.includes(endKey)) onEnd();
        typed = typeMore(typed, keys.replaceAll(endKey, ""));
      });
      watch.start();
      return () => {
        watch?.stop();
        watch = undefined;
      };
    },
  };
}

/** Takes the keys while nobody is asked. */
interface KeyWatch {
  start(): void;
  stop(): void;
}

function watchKeys(stdin: InputStream, onKeys: (keys: string) => void): KeyWatch {
  const onData = (keys: Buffer | string): void => onKeys(keys.toString());
  return {
    start() {
      stdin.setRawMode?.(true);
      stdin.on("data", onData);
      stdin.resume();
    },
    stop() {
      stdin.off("data", onData);
      stdin.pause();
      stdin.setRawMode?.(false);
    },
  };
}

// oxlint-disable-next-line no-control-regex -- what an arrow or function key sends
const keySequence = /\u001b(?:\[[\d;]*[ -/]*[@-~]|O?.)?/g;
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f]/;

/** An end of a line is a space: nothing is sent that nobody has seen. */
function typeMore(typed: string, keys: string): string {
  let text = typed;
  for (const key of keys.replaceAll(keySequence, "")) {
    if (key === "\u007f" || key === "\b") text = text.slice(0, -1);
    else text += control.test(key) ? " " : key;
  }
  return text.trimStart();
}
