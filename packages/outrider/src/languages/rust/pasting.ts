import { pastedName, type PastingRules } from "../pasted-names.ts";

/** `[<prefix_ $name>]` in a macro of Rust. */
export const bracketPasting: PastingRules = {
  mark: "[<",
  namesIn: (text) =>
    [...text.matchAll(/\[<([^<>]{0,500})>\]/g)].flatMap(({ 1: inside = "", index }) =>
      pastedName(inside.trim().split(/\s+/), (part) => /^\w+$/.test(part), index),
    ),
};
