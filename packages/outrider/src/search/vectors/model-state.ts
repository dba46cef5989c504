import type { Embedder } from "../embedders/embedder.ts";
import type { TrackedStore } from "../stores/tracked-store.ts";

/** A model that can be used: what makes its vectors, and where they are kept. */
export interface OpenModel {
  readonly embedder: Embedder;
  readonly store: TrackedStore;
}

/**
 * Where one model of a project stands. A problem is what went wrong last; it stays until something goes well, so that a model
 * that is being opened again still says why it was not opened before.
 */
export type ModelState =
  | { readonly kind: "unopened" }
  | { readonly kind: "opening"; readonly problem: string | undefined }
  | { readonly kind: "failed"; readonly problem: string }
  /** Its store is being told what the project holds. Before that it would seem to lack nothing. */
  | Opened<"telling">
  | Opened<"idle">
  /** It reads what its store lacks. */
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

/** Its opening, or a piece of work with a model that is open. */
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

/** The model, if its store knows what the project holds. */
export function toldModelOf(state: ModelState): OpenModel | undefined {
  return state.kind === "telling" ? undefined : modelOf(state);
}

export function problemOf(state: ModelState): string | undefined {
  return "problem" in state ? state.problem : undefined;
}
