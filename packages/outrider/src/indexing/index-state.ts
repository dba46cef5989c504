/** What an index is doing. One thing at a time: other requests are repeated when it has ended. */
export type IndexState =
  | { readonly kind: "idle"; readonly problem?: string | undefined }
  /** Takes over what is stored for the current files; reads none. */
  | { readonly kind: "adopting"; readonly problem?: string | undefined }
  /** Reads the files that have to be read. */
  | { readonly kind: "building" }
  /** A build was asked to stop, and has not ended yet. */
  | { readonly kind: "stopping" }
  /** Forgets everything. */
  | { readonly kind: "clearing"; readonly problem?: string | undefined }
  | { readonly kind: "closed" };

export type IndexEvent =
  | { readonly kind: "adopt" }
  | { readonly kind: "build" }
  | { readonly kind: "stop" }
  | { readonly kind: "clear" }
  /** The current work is over; a build says why it ended early. */
  | { readonly kind: "ended"; readonly problem?: string | undefined }
  | { readonly kind: "close" };

export function nextIndexState(state: IndexState, event: IndexEvent): IndexState {
  if (event.kind === "close") return { kind: "closed" };
  switch (state.kind) {
    case "idle":
      return startFrom(state, event);
    case "building":
      if (event.kind === "ended") return { kind: "idle", problem: event.problem };
      return event.kind === "stop" || event.kind === "clear" ? { kind: "stopping" } : state;
    case "stopping":
      return event.kind === "ended" ? { kind: "idle" } : state;
    case "adopting":
    case "clearing":
      return event.kind === "ended" ? { kind: "idle", problem: state.problem } : state;
    case "closed":
      return state;
  }
}

/** Why the last build ended early. */
export function problemOf(state: IndexState): string | undefined {
  return "problem" in state ? state.problem : undefined;
}

function startFrom(state: Extract<IndexState, { kind: "idle" }>, event: IndexEvent): IndexState {
  switch (event.kind) {
    case "build":
      return { kind: "building" };
    case "adopt":
      return { kind: "adopting", problem: state.problem };
    case "clear":
      return { kind: "clearing", problem: state.problem };
    default:
      return state;
  }
}
