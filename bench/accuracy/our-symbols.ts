/** Our side: the symbols of a file as Outrider extracts them, told in the words of the comparison. */
import { languageById } from "../../packages/outrider/src/languages/language-of.ts";
import { extractSymbols } from "../../packages/outrider/src/syntax/extract/extract-symbols.ts";
import type { Kind, LanguageCheck, OurSymbol, SourceFile } from "./model.ts";

const usualKinds: readonly (readonly [string, Kind])[] = [
  ["function", "function"],
  ["method", "method"],
  ["constructor", "method"],
  ["class", "class"],
  ["interface", "class"],
  ["struct", "class"],
  ["enum", "class"],
  ["trait", "class"],
  ["type", "class"],
];

export function knowsLanguage(id: string): boolean {
  return languageById(id) !== undefined;
}

export async function ourSymbolsOf({ path, text }: SourceFile, check: LanguageCheck): Promise<readonly OurSymbol[]> {
  const language = languageById(check.variantOf?.(path) ?? check.language);
  if (language === undefined) throw new Error(`Outrider does not know ${check.language}.`);
  const read = await extractSymbols(language, { file: path, text }, { limitMs: 60_000 });
  if (read === undefined) throw new Error(`Outrider gave up on ${path}.`);
  const compared = new Map<string, Kind>([...usualKinds, ...Object.entries(check.ourKinds ?? {})]);
  return read.symbols.flatMap((symbol) => {
    const kind = compared.get(symbol.kind);
    if (kind === undefined) return [];
    const around: (typeof symbol)[] = [];
    for (let outer = parentOf(symbol); outer !== undefined; outer = parentOf(outer)) around.unshift(outer);
    // Namespaces, values and tests are no containers here: not every oracle lists them.
    const holder = around.findLast((outer) => outer.kind === "impl" || compared.has(outer.kind));
    const { name, line, path } = symbol;
    // What is put below something that it does not stand in, a Go method for one, says so only by its path.
    const above = around.at(-1);
    const isMoved = path !== (above === undefined ? name : `${above.path}/${name}`);
    const container = isMoved
      ? path
          .slice(0, -name.length - 1)
          .split("/")
          .at(-1)
      : holder?.name;
    return [
      { kind, name, line: line + 1, container: container ?? "", path, around: around.map((outer) => outer.kind) },
    ];
  });

  function parentOf({ parent }: { readonly parent: number | undefined }) {
    return parent === undefined ? undefined : read?.symbols[parent];
  }
}
