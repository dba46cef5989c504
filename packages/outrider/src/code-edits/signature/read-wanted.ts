import { ToolError } from "toolwright";
import { nearestFirst } from "../../workspace/text/nearest-first.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { WantedParameter } from "../code-edit.ts";
import type { Parameter } from "./change.ts";

/** A parameter as the caller wants it, before the code of new ones is parsed. */
export interface Wish {
  /** Which of the old ones it is; undefined: new, or told by its code. */
  readonly from: number | undefined;
  /** Its declaration; undefined: as it is. */
  readonly code: string | undefined;
  readonly argument: string | undefined;
  /** A name for what the code declares. */
  readonly name: string | undefined;
}

/** Understands the list of a call: names of parameters that stay, and the code of others. */
export function readWanted(wanted: readonly WantedParameter[], before: readonly Parameter[]): readonly Wish[] {
  const wishes = wanted.map((each): Wish => {
    if (typeof each === "string") return readText(each.trim(), before);
    const { name, code, argument } = each;
    const from = name === undefined ? undefined : indexOf(name, before);
    if (code === undefined && from === undefined) throw unknownParameter(name ?? "", before);
    for (const [field, text] of Object.entries({ code, argument }))
      if (text?.trim() === "")
        throw new ToolError("unclear_edit", `\`${field}\` of a parameter is empty. Leave it out, or give code.`);
    return { from, code: code?.trim(), argument: argument?.trim(), name: from === undefined ? name : undefined };
  });
  for (const [at, { from }] of wishes.entries()) {
    const isTwice = from !== undefined && wishes.findIndex((other) => other.from === from) !== at;
    if (isTwice) throw twice(before[from]?.name ?? "");
  }
  return wishes;
}

/** A name keeps its parameter; anything longer is the code of one. */
function readText(text: string, before: readonly Parameter[]): Wish {
  const from = indexOf(text, before);
  if (from !== undefined) return { from, code: undefined, argument: undefined, name: undefined };
  if (text === "" || plainName.test(text)) throw unknownParameter(text, before);
  return { from: undefined, code: text, argument: undefined, name: undefined };
}

const plainName = /^[.*&$]*[\p{L}\p{N}_$]+$/u;

function indexOf(text: string, before: readonly Parameter[]): number | undefined {
  const exact = before.findIndex((each) => each.text === text || each.name === text);
  if (exact !== -1) return exact;
  const bare = text.replace(/^[.*&$]+/, "");
  const named = bare === "" ? -1 : before.findIndex(({ name }) => name === bare);
  return named === -1 ? undefined : named;
}

export function twice(name: string): ToolError {
  return new ToolError("duplicate_parameter", `\`parameters\` has ${show(name)} twice; nothing was changed.`);
}

function unknownParameter(name: string, before: readonly Parameter[]): ToolError {
  const known = before.flatMap((each) => (each.name === undefined || each.sort === "mark" ? [] : [each.name]));
  const near = nearestFirst(name, known).map(visibleLine).join(", ");
  const are = known.length === 0 ? "It has none" : `They are: ${near}`;
  return new ToolError(
    "no_parameter",
    `There is no parameter ${show(name)}. ${are}. A new one is {"code": "its declaration", "argument": "what callers pass"}. Nothing was changed.`,
  );
}

function show(text: string): string {
  return visibleLine(JSON.stringify(text.slice(0, 120)));
}
