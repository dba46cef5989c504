import type { ModuleFile } from "../module-files.ts";
import { type SymbolMove, isCut } from "../symbol-move.ts";

const maxNamed = 5;

/**
 * Says what is no longer loaded, or loaded at another time. A note and not an import: only a person knows whether the importer
 * relied on the effect, and an `import` for it alone would tie the two files together again.
 */
export function noteLoadEffects(move: SymbolMove, unloaded: readonly string[]): readonly string[] {
  const { old, to } = move;
  const { path } = old.file;
  const effects = effectsOf(move);
  const started = startedCode(move);
  return [
    ...(unloaded.length === 0 || effects.length === 0
      ? []
      : [
          `${nameSome(unloaded)} no longer ${unloaded.length === 1 ? "imports" : "import"} ${path}, which does this when it is loaded: ${nameSome(effects)}. Where that is needed, import ${path} for its effect.`,
        ]),
    ...(started.length === 0
      ? []
      : [
          `${started.join(", ")}: the code that sets ${started.length === 1 ? "it" : "them"} runs when ${to} is loaded now, so its order among the top-level code of ${path} may change.`,
        ]),
  ];
}

function nameSome(all: readonly string[]): string {
  const rest = all.length - maxNamed;
  return all.slice(0, maxNamed).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Imports without names, and statements that are no declarations; what an initializer does besides its value is not looked at. */
function effectsOf(move: SymbolMove): readonly string[] {
  const { file, facts } = move.old;
  const bare = facts.imports.filter(
    ({ form, names, isReexport, isTypeOnly }) => form === "static" && names.length === 0 && !isReexport && !isTypeOnly,
  );
  const imports = new Set(facts.imports.map(({ span }) => span.start));
  const run = facts.statements.filter(
    ({ start, end }) =>
      !imports.has(start) && !isCut(move, start) && !declaration.test(file.text.slice(start, end)) && end > start,
  );
  return [...bare.map(({ span }) => span), ...run]
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end }) => lineOf(file.text.slice(start, end)));
}

const declaration =
  /^(?:["']use |;|@|(?:import|export|abstract|async\s+function|class|const|declare|enum|function|interface|let|module\s+[\w"'.]+\s*\{|namespace|type|var)\b)/;

function lineOf(text: string): string {
  const line = (text.split(/\r?\n/, 1)[0] ?? "").trim();
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** Moved names that a call, an `await` or a `new` gives their values when the file is loaded. */
function startedCode({ cut, old }: SymbolMove): readonly string[] {
  return cut.pieces.flatMap(({ names, text }, index) => {
    const { start, end } = cut.spans[index] ?? { start: 0, end: 0 };
    const isCalled = old.facts.uses.some(
      (use) => use.start >= start && use.start < end && !use.isDeferred && isRun(old, use.start),
    );
    return isCalled || /=\s*await\b|\}\s*\)?\s*\([^()]*\)\s*;?\s*$/.test(text) ? names : [];
  });
}

/** Making an empty collection has no effect that others could see. */
const harmless = /^(?:Map|Set|WeakMap|WeakSet|RegExp|Symbol|Object\.freeze)\b/;

function isRun({ file: { text }, facts }: ModuleFile, start: number): boolean {
  const rest = text.slice(start);
  const isOwn =
    harmless.test(rest) &&
    !facts.declared.some(({ name }) => rest.startsWith(name)) &&
    !facts.imports.some(({ names }) => names.some(({ local }) => rest.startsWith(local)));
  if (isOwn) return false;
  const isNew = /\bnew\s+$/.test(text.slice(Math.max(0, start - 20), start));
  return isNew || /^[\w$]+(?:\s*\??\.\s*[\w$]+)*\s*(?:<[^()=;]*>\s*)?[(`]/.test(rest);
}
