import type { Certainty } from "./certainty.ts";
import type { Occurrence } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { isMember, type Target } from "./target.ts";

/** A name that begins at the top: what that excludes, or the place as if it stood there. */
export function atTop(target: Target, at: Occurrence): Certainty | Occurrence {
  if (at.isRooted !== true || at.role === "definition") return at;
  if (isMember(target)) return "scope";
  // Imports name what is in a namespace without a mark at the beginning.
  const isNamespace = referenceRulesOf(target.language)?.modules === "namespace";
  if (isNamespace && at.role !== "import" && target.namespace !== undefined) return "scope";
  // A namespace may be inline, or used as a whole at the top.
  if (!isNamespace && target.container !== undefined) return "likely";
  return { ...at, within: undefined, local: undefined };
}
