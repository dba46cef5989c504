import { codeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { ViewedFile } from "../../syntax/project-symbols.ts";
import type { FileReferences } from "../../syntax/references/find-references.ts";
import type { Occurrence, Occurrences } from "../../syntax/references/occurrence.ts";
import { hasImplicitSelf, isOwnReceiver, referenceRulesOf } from "../../syntax/references/reference-rules.ts";
import { isMember, sharesPackage, type Target } from "../../syntax/references/target.ts";
import { scopeAround } from "../../syntax/references/visible-scope.ts";
import type { EditContext } from "../edit-context.ts";
import { findStarClashes } from "../proof/find-star-clashes.ts";
import type { TouchedFile } from "../workspace-edit/collect-edit.ts";

export interface CollisionQuestion {
  readonly target: Target;
  readonly newName: string;
  readonly touched: readonly TouchedFile[];
  /** Where the symbol is used and declared now. */
  readonly files: readonly FileReferences[];
}

/** Places that already use the new name, so that they and the renamed code would be confused: `a.ts:3 …`. */
export async function findCollisions(
  context: EditContext,
  { target, newName, touched, files }: CollisionQuestion,
): Promise<readonly string[]> {
  const { symbols, signal } = context;
  const naming = new Set(await symbols.filesNaming([newName], { signal }));
  if (naming.size === 0) return [];
  const renamed = new Map(
    touched.map(({ file, replacements }) => [file?.path ?? "", replacements.map(({ start }) => start)]),
  );
  const mixed = [...renamed.keys()].filter((path) => naming.has(path));
  const named = await symbols.occurrences(mixed, [newName], { signal });
  const inCode = named.flatMap((file) =>
    file.occurrences
      .filter((at) => collides(target, file, at, renamed.get(file.file) ?? []))
      .map((at) => `${file.file}:${at.line + 1} ${at.text}`),
  );
  const owners = ownersOf(files, renamed);
  const declaring = await symbols.filesWith([newName], { signal });
  const declared = declaring.flatMap((file) =>
    file.symbols
      .filter(({ name }) => name === newName)
      .filter((symbol) => isSibling(owners, file, symbol) || isInPackage(target, file, symbol))
      .map(({ line, signature }) => `${file.path}:${line + 1} ${signature}`),
  );
  const hidden =
    target.container !== undefined ? [] : await findStarClashes(context, { file: target.file, newName, declaring });
  return [...new Map([...inCode, ...declared, ...hidden].map((place) => [place.split(" ", 1)[0], place])).values()];
}

function collides(target: Target, file: Occurrences, at: Occurrence, renamed: readonly number[]): boolean {
  const around = at.within === undefined ? undefined : file.symbols[at.within];
  const isNear = around === undefined || renamed.some((start) => around.span.start <= start && start < around.span.end);
  if (isMember(target)) {
    if (at.receiver === undefined) return at.local !== undefined && hasImplicitSelf(file.language) && isNear;
    return file.file === target.file && isOwnReceiver(at.receiver) && isInside(target.container, at.start);
  }
  if (at.receiver !== undefined || at.key === "alone" || at.key === "taken" || isMemberName(file, at)) return false;
  const { container } = target;
  const isInner = container !== undefined && codeKinds.has(container.kind);
  if (isInner && !isInside(container, at.start)) return false;
  return at.local === undefined || isNear;
}

/** Declares a method or property, which a plain name cannot mean. */
function isMemberName({ language, symbols }: Occurrences, { start }: Occurrence): boolean {
  const declared = symbols.find(({ nameSpan }) => nameSpan.start === start);
  const container = declared === undefined ? undefined : scopeAround(language, declared, symbols);
  return container !== undefined && isMember({ container });
}

function isInside(container: CodeSymbol | undefined, offset: number): boolean {
  return container !== undefined && container.span.start <= offset && offset < container.span.end;
}

interface Owner {
  readonly file: string;
  /** The symbol around the renamed declaration; undefined for the file itself. */
  readonly container: CodeSymbol | undefined;
}

/** The containers of the renamed declarations: a method of an interface is renamed in the classes, too. */
function ownersOf(files: readonly FileReferences[], renamed: ReadonlyMap<string, readonly number[]>): readonly Owner[] {
  return files.flatMap(({ file, language, symbols }) => {
    const starts = new Set(renamed.get(file));
    return symbols
      .filter(({ nameSpan }) => starts.has(nameSpan.start))
      .map((symbol) => ({ file, container: scopeAround(language, symbol, symbols) }));
  });
}

/** In the same container as a renamed declaration, or in a type that extends that container or is extended by it. */
function isSibling(owners: readonly Owner[], file: ViewedFile, symbol: CodeSymbol): boolean {
  const around = scopeAround(file.language, symbol, file.symbols);
  return owners.some(({ file: path, container }) => {
    if (container === undefined || around === undefined) return path === file.path && container === around;
    if (path === file.path && container.path === around.path) return true;
    return isMember({ container }) && isMember({ container: around }) && areRelated(container, around);
  });
}

function areRelated(one: CodeSymbol, other: CodeSymbol): boolean {
  const names = (symbol: CodeSymbol, name: string): boolean =>
    symbol.signature.split(/[^\p{L}\p{N}_$]+/u).includes(name);
  return one.name === other.name
    ? one.kind === "impl" || other.kind === "impl"
    : names(one, other.name) || names(other, one.name);
}

/** Files that see each other's names without an import. */
function isInPackage(target: Target, file: ViewedFile, symbol: CodeSymbol): boolean {
  const { signature } = symbol;
  if (target.container !== undefined || scopeAround(file.language, symbol, file.symbols) !== undefined) return false;
  if (sharesPackage(target, { ...file, file: file.path }) !== undefined) return true;
  const rules = referenceRulesOf(file.language);
  return rules?.modules === "include" && !/^static\b/.test(signature) && !/^static\b/.test(target.symbol.signature);
}
