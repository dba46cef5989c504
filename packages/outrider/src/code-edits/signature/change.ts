import type { Item } from "../../syntax/signatures/signature-lists.ts";

/** A parameter as it was or shall be. */
export interface Parameter extends Pick<Item, "name" | "sort" | "optional"> {
  /** The whole declaration of it. */
  readonly text: string;
  /** How calls give it. */
  readonly by: "place" | "name" | "either";
}

export interface NewParameter extends Parameter {
  /** Which of the old ones it was; undefined: it is new. */
  readonly from: number | undefined;
  /** What existing calls pass for it. */
  readonly argument: string | undefined;
}

/** The parameters of a function before and after, without the value that it is called on. */
export interface SignatureChange {
  readonly before: readonly Parameter[];
  readonly after: readonly NewParameter[];
}

export interface RenamedParameter {
  readonly index: number;
  readonly from: string;
  readonly to: string;
}

export function renamedIn({ before, after }: SignatureChange): readonly RenamedParameter[] {
  return after.flatMap(({ from: index, name: to }) => {
    const from = index === undefined ? undefined : before[index]?.name;
    return index === undefined || from === undefined || to === undefined || from === to ? [] : [{ index, from, to }];
  });
}

/** The indexes of the parameters that go. */
export function removedIn({ before, after }: SignatureChange): readonly number[] {
  const kept = new Set(after.map(({ from }) => from));
  return before.flatMap(({ sort }, index) => (kept.has(index) || sort === "mark" ? [] : [index]));
}

/** Whether some call may have to be written otherwise, or may mean another parameter than before. */
export function concernsCalls(change: SignatureChange, hasLabels: boolean): boolean {
  const { before, after } = change;
  const plain = (all: readonly Parameter[]): readonly Parameter[] => all.filter(({ sort }) => sort !== "mark");
  const isSame = plain(before).length === plain(after).length && after.every(isInPlace(change));
  return !isSame || (hasLabels && renamedIn(change).length > 0);
}

function isInPlace({ before, after }: SignatureChange): (parameter: NewParameter) => boolean {
  const was = before.filter(({ sort }) => sort !== "mark");
  const is = after.filter(({ sort }) => sort !== "mark");
  return (each) => {
    const old = each.from === undefined ? undefined : before[each.from];
    if (each.sort === "mark") return true;
    return old !== undefined && old.by === each.by && old.sort === each.sort && was.indexOf(old) === is.indexOf(each);
  };
}
