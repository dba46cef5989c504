import type { Certainty } from "./certainty.ts";
import type { Occurrence } from "./occurrence.ts";
import type { Target } from "./target.ts";

/** The whole name of a module leads to one declaration; what a macro brings into the file may have made it an alias. */
export function classifyWhole({ module: own = "" }: Target, module: string): Certainty {
  if (module === own) return "sure";
  return module !== "" && `.${own}`.endsWith(`.${module}`) ? "likely" : "scope";
}

/** A bare name means what its own module declares or what one of the imported modules does. */
export function classifyImported(target: Target, { imported = [] }: Occurrence, otherwise: Certainty): Certainty {
  const isDoubtful = imported.some((module) => target.rivalModules?.has(module) === true);
  if (!imported.includes(target.module ?? "")) return otherwise === "sure" && isDoubtful ? "likely" : otherwise;
  return isDoubtful || otherwise === "declaration" ? "likely" : "sure";
}
