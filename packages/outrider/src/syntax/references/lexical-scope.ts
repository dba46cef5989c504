import { codeKinds, type SymbolKind, typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { chainOf } from "./symbol-chain.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { hasImplicitSelf } from "./reference-rules.ts";

/** The declaration of the same file that a bare name resolves to: in the innermost scope around it that has one. */
export function resolveInFile(file: Occurrences, at: Occurrence): CodeSymbol | undefined {
  const declared = file.symbols.filter((symbol) => symbol.name === at.name && bindsName(file, symbol));
  if (declared.length === 0) return undefined;
  const scopes = chainOf(file.symbols, scopeAt(file, at)).filter(({ kind }) => isScope(kind, file.language));
  for (const scope of scopes) {
    const inside = declared.filter(({ parent }) => parent !== undefined && file.symbols[parent] === scope);
    const found = inside.find((symbol) => mayBe(at, symbol));
    if (found !== undefined) return found;
  }
  return declared.find(({ path }) => path === at.name);
}

/** The symbol whose scope a place is in: decorators and types before a name are outside of what they belong to. */
export function scopeAt({ symbols }: Occurrences, { within, start }: Occurrence): number | undefined {
  const around = within === undefined ? undefined : symbols[within];
  return around !== undefined && around.nameSpan.start > start ? around.parent : within;
}

/** A test has a title, which declares no name; an `impl` names a type that is declared elsewhere, a constructor its own. */
function bindsName({ occurrences }: Occurrences, { kind, nameSpan }: CodeSymbol): boolean {
  if (kind === "impl" || kind === "test" || kind === "constructor") return false;
  return occurrences.some(({ start, role }) => start === nameSpan.start && role === "definition");
}

/** Members of a type are visible by their bare names in some languages only. */
function isScope(kind: SymbolKind, language: string): boolean {
  return codeKinds.has(kind) || kind === "module" || (typeKinds.has(kind) && hasImplicitSelf(language));
}

/** A method and a field of a type may share a name: a call means the method. */
function mayBe({ role }: Occurrence, { kind }: CodeSymbol): boolean {
  return role !== "call" || (kind !== "property" && kind !== "constant" && kind !== "member");
}
