import type { Embedder } from "../embedders/embedder.ts";
import type { TrackedStore } from "../stores/tracked-store.ts";

/** A usable model: its embedder, and the store of its vectors. */
export interface OpenModel {
  readonly embedder: Embedder;
  readonly store: TrackedStore;
}

/**
 * The state of one model of a project. `problem` is the last failure; it is kept until something succeeds, so that a model that
 * is being reopened still says why it was not opened before.
 */
export type ModelState =
  | { readonly kind: "unopened" }
  | { readonly kind: "opening"; readonly problem: string | undefined }
  | { readonly kind: "failed"; readonly problem: string }
  /** Its store is being told which contents the project has. Before that it would seem to lack nothing. */
  | Opened<"telling">
  | Opened<"idle">
  /** It reads the contents that its store lacks. */
  | Opened<"filling">
  | { readonly kind: "closed" };

interface Opened<Kind> {
  readonly kind: Kind;
  readonly model: OpenModel;
  readonly problem: string | undefined;
}

export const unopened: ModelState = { kind: "unopened" };
export const closed: ModelState = { kind: "closed" };

export function openBegun(state: ModelState): ModelState {
  return canBeOpened(state) ? { kind: "opening", problem: problemOf(state) } : state;
}

export function opened(state: ModelState, model: OpenModel): ModelState {
  return state.kind === "opening" ? { kind: "telling", model, problem: undefined } : state;
}

export function told(state: ModelState): ModelState {
  return state.kind === "telling" ? { ...state, kind: "idle" } : state;
}

export function fillBegun(state: ModelState): ModelState {
  return state.kind === "idle" ? { ...state, kind: "filling", problem: undefined } : state;
}

export function fillEnded(state: ModelState): ModelState {
  return state.kind === "filling" ? { ...state, kind: "idle" } : state;
}

/** Opening it, or some work with an open model, failed. */
export function workFailed(state: ModelState, error: unknown): ModelState {
  const problem = error instanceof Error ? error.message : String(error);
  if (state.kind === "opening") return { kind: "failed", problem };
  return "model" in state ? { ...state, problem } : state;
}

export function workSucceeded(state: ModelState): ModelState {
  return "model" in state ? { ...state, problem: undefined } : state;
}

export function canBeOpened({ kind }: ModelState): boolean {
  return kind === "unopened" || kind === "failed";
}

export function modelOf(state: ModelState): OpenModel | undefined {
  return "model" in state ? state.model : undefined;
}

/** The model, if its store knows which contents the project has. */
export function toldModelOf(state: ModelState): OpenModel | undefined {
  return state.kind === "telling" ? undefined : modelOf(state);
}

export function problemOf(state: ModelState): string | undefined {
  return "problem" in state ? state.problem : undefined;
}
