import type { ReferenceRules } from "../../languages/language.ts";
import { type Binding, findLocals, indexLocals } from "./find-bindings.ts";
import type { UnlocatedOccurrence } from "./locate-occurrences.ts";
import { receiverWords } from "./reference-rules.ts";

/** Marks the places whose receiver begins with a parameter or local value; paths such as `a::b` do not begin with one. */
export function markLocalReceivers(
  rules: ReferenceRules,
  places: readonly UnlocatedOccurrence[],
  bindings: () => readonly Binding[],
  imported: ReadonlySet<number>,
): readonly UnlocatedOccurrence[] {
  const headOf = ({ receiver, separator }: UnlocatedOccurrence): string | undefined =>
    receiver === undefined || separator === "::" || separator === "\\" ? undefined : receiverWords(receiver)[0];
  const wanted = new Set(places.flatMap((place) => headOf(place) ?? []));
  if (wanted.size === 0) return places;
  const localAt = indexLocals(findLocals(rules, bindings(), { wanted, imported }));
  return places.map((place) => {
    const head = headOf(place);
    const isLocal = head !== undefined && localAt(head, place.start) !== undefined;
    return isLocal ? { ...place, isLocalReceiver: true as const } : place;
  });
}
