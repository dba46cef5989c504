import { isMember } from "../../syntax/references/target.ts";
import type { Family } from "./find-family.ts";
import { readCurrent } from "./judge-places.ts";
import { type DeclaredList, headEndOf, type Signing } from "./signing.ts";
import { type Declaration, ownItems } from "./write-parameters.ts";

/** The members of a family without those that only share the name, where a language tells functions apart by their parameters. */
export async function withoutOverloads(signing: Signing, family: Family): Promise<Family> {
  if (signing.rules.overloads !== true) return family;
  const members: Family["members"][number][] = [];
  for (const node of family.members) {
    const file = await readCurrent(signing, node.file);
    const { symbol } = node;
    const places = [{ ...symbol.nameSpan, headEnd: headEndOf(symbol) }];
    const read = await signing.context.symbols.listsOf({ file: file.path, text: file.text, places }, signing.context);
    const [place] = read?.places ?? [];
    if (place?.kind !== "parameters") continue;
    const declared: DeclaredList = { file, symbol, list: place.list, start: symbol.nameSpan.start };
    if (!isOtherOverload(signing, describeDeclaration(signing, declared, []), declared)) members.push(node);
  }
  return { ...family, members };
}

export function describeDeclaration(
  { target }: Signing,
  { file, symbol, list }: DeclaredList,
  all: readonly DeclaredList[],
): Declaration {
  const isMain = symbol?.nameSpan.start === target.symbol.nameSpan.start && file.path === target.file;
  const head = symbol === undefined ? "" : file.text.slice(symbol.span.start, symbol.nameSpan.start);
  return {
    list,
    text: file.text,
    isMember: isMember(target),
    isMain,
    hasBody: symbol === undefined || symbol.bodySpan !== undefined,
    hasPrototype: all.some((other) => other.symbol?.path === symbol?.path && other.symbol?.bodySpan === undefined),
    isOverride: /\boverride\b/.test(head),
  };
}

/** A function of the same name with other types, where the language allows several. */
export function isOtherOverload(
  { rules, main, change, target }: Signing,
  declaration: Declaration,
  { file, symbol }: DeclaredList,
): boolean {
  if (rules.overloads !== true || declaration.isMain) return false;
  const own = ownItems(declaration, rules);
  if (own.length !== change.before.length) return true;
  const isBeside = file.path === main.file.path && symbol?.path === target.symbol.path;
  const hasBoth = (symbol?.bodySpan === undefined) === (target.symbol.bodySpan === undefined);
  if (!isBeside || !hasBoth) return false;
  const typeOf = (text: string, name: string | undefined): string =>
    text
      .replace(/=[^]*$/, "")
      .replace(name ?? "", "")
      .replaceAll(/\s+/g, "");
  return own.some(
    ({ start, end, name }, at) =>
      typeOf(file.text.slice(start, end), name) !== typeOf(change.before[at]?.text ?? "", change.before[at]?.name),
  );
}
