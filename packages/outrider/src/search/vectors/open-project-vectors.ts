import { waitUnlessAborted } from "../../workspace/time/limit-signal.ts";
import type { ContentKey, ContentVectors, FollowedChange } from "../stores/vector-store.ts";
import { askModel, describeRefused, joinNotes } from "./ask-model.ts";
import { chooseModels, type ModelChoice, type ModelChoiceOptions } from "./choose-models.ts";
import { fillModel, type FillOptions } from "./fill-model.ts";
import { ModelSlot } from "./model-slot.ts";
import { canBeOpened, fillBegun, fillEnded, type OpenModel, told, workSucceeded } from "./model-state.ts";
import type { NearestAnswer, ProjectVectors, VectorsStatus } from "./project-vectors.ts";

export interface ProjectVectorsOptions extends ModelChoiceOptions, Pick<FillOptions, "textsOf"> {}

export function openProjectVectors(options: ProjectVectorsOptions): ProjectVectors {
  if (options.settings.embedder === "off") return switchedOff;
  return new OpenVectors(chooseModels(options), options.textsOf);
}

const notOpened = "not yet opened";

const switchedOff: ProjectVectors = {
  wantsStatic: false,
  hasLost: () => false,
  follow: async () => await Promise.resolve([]),
  put: async () => {},
  settle: async () => {},
  nearest: async () =>
    await Promise.resolve({ chunks: undefined, why: "search by meaning is switched off in the settings" }),
  status: () => ({ model: "off", external: false, embedded: 0, place: notOpened, problem: undefined }),
  clear: async () => {},
  close: async () => {},
};

type Ask = (slot: ModelSlot, model: OpenModel) => Promise<NearestAnswer | undefined>;

/** All contents of the project have been reported. */
const nothingMore: FollowedChange = { added: [], removed: [], whole: true };
const never = new AbortController().signal;

/**
 * With the bundled model alone there is one set of vectors. Another model gets its own set: it is opened and reads in the
 * background, and the bundled model answers until it is done. If a model or its store fails, search by words still works.
 */
class OpenVectors implements ProjectVectors {
  readonly wantsStatic = true;
  readonly #choice: ModelChoice;
  readonly #textsOf: FillOptions["textsOf"];
  readonly #closing = new AbortController();
  readonly #bundled = new ModelSlot("static");
  readonly #chosen: ModelSlot | undefined;
  #bundledOpening: Promise<void> | undefined;
  /** What to report to the chosen model's store as soon as it is open. */
  readonly #held = new Set<ContentKey>();
  /** Whether these are all contents of the project. */
  #isWhole = false;
  #hasDroppedFormer = false;
  /** A message for the user about the chosen model that is not an error. */
  #note: string | undefined;

  constructor(choice: ModelChoice, textsOf: FillOptions["textsOf"]) {
    this.#choice = choice;
    this.#textsOf = textsOf;
    this.#chosen = choice.chosen === undefined ? undefined : new ModelSlot(choice.chosen.name);
  }

  hasLost(): boolean {
    return this.#bundled.model?.store.hasLost === true;
  }

  async follow(
    added: readonly ContentKey[],
    removed: readonly ContentKey[],
    signal: AbortSignal,
  ): Promise<readonly ContentKey[]> {
    const change = { added, removed };
    const own = await this.#openBundled(signal);
    const unread = await this.#bundled.attempt(own?.store.follow(change, { signal }), signal);
    if (this.#chosen !== undefined) await this.#tellChosen(this.#chosen, change, signal);
    return unread ?? [];
  }

  async put(contents: readonly ContentVectors[], signal: AbortSignal): Promise<void> {
    const own = await this.#openBundled(signal);
    await this.#bundled.attempt(own?.store.put(contents, { signal }), signal);
  }

  async settle(signal: AbortSignal): Promise<void> {
    const own = await this.#openBundled(signal);
    await this.#bundled.attempt(own?.store.follow(nothingMore, { signal }), signal);
    if (this.#chosen !== undefined) return await this.#settleChosen(this.#chosen, signal);
    // Never drops the vectors of a chosen model that is just unreachable at the moment.
    if (own?.store.missing.size === 0) await this.#bundled.attempt(own.store.dropOthers(), signal);
  }

  async nearest(query: string, always: readonly ContentKey[], signal: AbortSignal): Promise<NearestAnswer> {
    const ask: Ask = (slot, model) => slot.attempt(askModel(model, query, always, signal), signal);
    const first = this.#chosen === undefined ? undefined : await this.#askChosen(this.#chosen, ask);
    if (first?.chunks !== undefined) return first;
    const own = await this.#openBundled(signal);
    const answer = own === undefined ? undefined : await ask(this.#bundled, own);
    if (own === undefined || answer === undefined)
      return { chunks: undefined, why: first?.why ?? this.#bundled.problem ?? "no model could be opened" };
    if (answer.chunks === undefined) return { chunks: undefined, why: first?.why ?? answer.why };
    this.#bundled.apply(workSucceeded);
    return first === undefined ? answer : { ...answer, why: `${first.why}; meanwhile ${own.embedder.id} answers` };
  }

  status(): VectorsStatus {
    const { name, model, problem } = this.#chosen ?? this.#bundled;
    const otherwise = this.#bundled.problem;
    const external = this.#chosen !== undefined;
    if (model === undefined)
      return { model: name, external, embedded: 0, place: notOpened, problem: problem ?? otherwise };
    const { contents, place } = model.store.status();
    // While others are still being read, refused contents do not matter yet.
    const left = model.store.missing.size === 0 ? describeRefused(model) : undefined;
    return { model: model.embedder.id, external, embedded: contents, place, problem: problem ?? left ?? otherwise };
  }

  async clear(): Promise<void> {
    const own = await this.#openBundled(never);
    this.#held.clear();
    this.#isWhole = false;
    await Promise.all([own?.store.clear(), this.#chosen?.model?.store.clear()]);
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error("The search is closed."));
    await Promise.allSettled([this.#bundled.close(), this.#chosen?.close()]);
  }

  /** Undefined if it cannot be opened; that is not retried. */
  async #openBundled(signal: AbortSignal): Promise<OpenModel | undefined> {
    this.#bundledOpening ??= this.#bundled.inBackground(async () => {
      await this.#bundled.open(() => this.#choice.openBundled());
      // Nothing was reported before it was open.
      this.#bundled.apply(told);
    });
    await waitUnlessAborted(this.#bundledOpening, signal);
    return this.#bundled.model;
  }

  async #tellChosen(slot: ModelSlot, change: FollowedChange, signal: AbortSignal): Promise<void> {
    for (const content of change.removed) this.#held.delete(content);
    for (const content of change.added) this.#held.add(content);
    await slot.attempt(slot.model?.store.follow(change, { signal }), signal);
    // Failures are retried with the next question, not with every file.
    if (slot.problem === undefined) this.#wakeChosen(slot);
  }

  async #settleChosen(slot: ModelSlot, signal: AbortSignal): Promise<void> {
    this.#isWhole = true;
    const model = slot.toldModel;
    if (model === undefined) return;
    const settled = model.store.follow(nothingMore, { signal }).then(() => this.#dropFormer(model));
    await slot.attempt(settled, signal);
  }

  async #askChosen(slot: ModelSlot, ask: Ask): Promise<NearestAnswer> {
    const before = slot.problem;
    this.#wakeChosen(slot);
    const model = slot.toldModel;
    if (model === undefined) return { chunks: undefined, why: slot.problem ?? `${slot.name} is being opened` };
    const answer = await ask(slot, model);
    if (answer === undefined) return { chunks: undefined, why: slot.problem };
    // The store may have come back with less than it had.
    this.#fillChosen(slot);
    const { chunks, why } = answer;
    if (chunks === undefined) return { chunks, why: joinNotes([why, slot.problem ?? before]) };
    slot.apply(workSucceeded);
    return { chunks, why: joinNotes([why, this.#note]) };
  }

  /** Opens it, or lets it continue reading; also after a failure. */
  #wakeChosen(slot: ModelSlot): void {
    const { chosen } = this.#choice;
    if (chosen === undefined || !canBeOpened(slot.state)) return this.#fillChosen(slot);
    const { signal } = this.#closing;
    const onNote = (note: string): void => {
      this.#note = note;
    };
    void slot.inBackground(async () => {
      const model = await slot.open(() => chosen.open({ signal, onNote }));
      if (model === undefined) return;
      await slot.attempt(model.store.follow({ added: [...this.#held], removed: [] }, { signal }), signal);
      slot.apply(told);
      this.#fillChosen(slot);
      if (this.#isWhole) await this.#settleChosen(slot, signal);
    });
  }

  #fillChosen(slot: ModelSlot): void {
    if (slot.state.kind !== "idle" || slot.state.model.store.missing.size === 0) return;
    const { model } = slot.state;
    const { signal } = this.#closing;
    slot.apply(fillBegun);
    void slot.inBackground(async () => {
      const filled = fillModel(model, { textsOf: this.#textsOf, signal }).then(() => this.#dropFormer(model));
      await slot.attempt(filled, signal);
      slot.apply(fillEnded);
    });
  }

  /** Once, when the chosen model has read the whole project. */
  async #dropFormer(model: OpenModel): Promise<void> {
    if (this.#hasDroppedFormer || !this.#isWhole || model.store.missing.size > 0) return;
    this.#hasDroppedFormer = true;
    await this.#choice.chosen?.dropFormer(model);
  }
}
