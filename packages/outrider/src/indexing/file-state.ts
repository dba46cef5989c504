/** The state of a file between the disk and an index. A file without a state is in the index as it is on disk. */
export type FileState =
  /** It differs from the index, and no thread is reading it. */
  | { readonly kind: "waiting" }
  /** A thread is reading it, in this portion. */
  | { readonly kind: "reading"; readonly portion: number }
  /** The index has its text; parsing it took too long, and is retried once with more time. */
  | { readonly kind: "slow" }
  | { readonly kind: "retrying"; readonly portion: number };

export type FileEvent =
  | { readonly kind: "changed" }
  | { readonly kind: "gone" }
  | { readonly kind: "taken"; readonly portion: number }
  | { readonly kind: "read"; readonly portion: number }
  | { readonly kind: "timed-out"; readonly portion: number }
  /** The build was stopped before a thread answered. */
  | { readonly kind: "given-back"; readonly portion: number };

/** The result of a portion only counts while the file is in it: after a change it may be about older content. */
export function nextFileState(state: FileState | undefined, event: FileEvent): FileState | undefined {
  switch (event.kind) {
    case "changed":
      return waiting;
    case "gone":
      return undefined;
    case "taken":
      if (state?.kind === "waiting") return { kind: "reading", portion: event.portion };
      if (state?.kind === "slow") return { kind: "retrying", portion: event.portion };
      return state;
    case "read":
      return isIn(event.portion, state) ? undefined : state;
    case "timed-out":
      if (!isIn(event.portion, state)) return state;
      // It was too slow even with more time: the index will only have its text.
      return state.kind === "reading" ? slow : undefined;
    case "given-back":
      if (!isIn(event.portion, state)) return state;
      return state.kind === "reading" ? waiting : slow;
  }
}

const waiting: FileState = { kind: "waiting" };
const slow: FileState = { kind: "slow" };

type Taken = Extract<FileState, { readonly portion: number }>;

function isIn(portion: number, state: FileState | undefined): state is Taken {
  return state !== undefined && "portion" in state && state.portion === portion;
}
