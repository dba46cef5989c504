import { outerPath } from "./lexical-scope.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import type { Target } from "./target.ts";
import { scopeAround } from "./visible-scope.ts";

/** Only a namespace itself sees what it declares by its bare name, unless `import name = a.name` makes it one of the file. */
export function isOutsideNamespace(target: Target, file: Occurrences, at: Occurrence): boolean {
  const isModule = target.container?.kind === "module";
  if (!isModule || referenceRulesOf(target.language)?.modules !== "relative-path" || isInside(target, file, at))
    return false;
  return !file.occurrences.some(({ name, text }) => name === at.name && /^(?:export\s+)?import\b[^"']*=/.test(text));
}

/** Something else may have the bare name, although scope and imports lead to the target. */
export function isUnclearName(target: Target, file: Occurrences, at: Occurrence): boolean {
  if (at.mayBeLocal === true || isBroughtFromOther(target, at)) return true;
  const isBare = at.receiver === undefined && at.role !== "definition" && at.broughtFrom === undefined;
  return isBare && target.hasOuterRival === true && !isInside(target, file, at);
}

/** `using a::name`: what has the name elsewhere need not be meant. */
function isBroughtFromOther({ symbol: { path } }: Target, { broughtFrom }: Occurrence): boolean {
  return broughtFrom !== undefined && !`/${outerPath(path)}`.endsWith(`/${broughtFrom.replaceAll("::", "/")}`);
}

function isInside({ container }: Target, { symbols }: Occurrences, { within }: Occurrence): boolean {
  const path = within === undefined ? "" : (symbols[within]?.path ?? "");
  return container === undefined || path === container.path || path.startsWith(`${container.path}/`);
}

/** Where `using namespace` makes names visible, another namespace or the top of a file declares the name of one in a namespace. */
export function hasOuterRival({ symbol, container, language }: Target, files: readonly Occurrences[]): boolean {
  if (container?.kind !== "module" || referenceRulesOf(language)?.modules !== "include") return false;
  return files.some(({ symbols, language: other }) =>
    symbols.some((each) => {
      if (each.name !== symbol.name || each.path === symbol.path || each.kind === "constructor") return false;
      const around = scopeAround(other, each, symbols);
      // Code apart from its type or namespace is declared elsewhere.
      const isApart = around === undefined && each.path !== each.name;
      return !isApart && (around === undefined || around.kind === "module");
    }),
  );
}
