import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { findGrammarFile } from "../../src/grammars/find-grammar-file.ts";
import { languages } from "../../src/languages/index.ts";
import type { Language } from "../../src/languages/language.ts";
import { languageOf } from "../../src/languages/language-of.ts";
import type { CodeSymbol, FileSymbols } from "../../src/syntax/code-symbol.ts";
import { loadGrammar } from "../../src/syntax/extract/load-grammar.ts";
import { extractSymbols } from "../../src/syntax/extract/extract-symbols.ts";
import { listSymbols } from "./list-symbols.ts";

/*
 * One suite for every language. `languages/<id>/fixtures/` holds sources and, beside each, `<source>.symbols`: what a person who
 * knows the language expects, one line a symbol (see list-symbols.ts). Printed by a program only to be read line by line against the source.
 */
const folders = fileURLToPath(new URL("../../src/languages/", import.meta.url));

describe.each(languages.map((language) => [language.id, language] as const))("%s", (id, language) => {
  const fixtures = `${folders}${id}/fixtures`;
  const sources = existsSync(fixtures) ? readdirSync(fixtures).filter((name) => !name.endsWith(".symbols")) : [];

  test("has a fixture", () => {
    expect(sources).not.toEqual([]);
  });

  describe.each(sources)("%s", (name) => {
    const text = readFileSync(`${fixtures}/${name}`, "utf8");

    test("is this language by its name", () => {
      expect(languageOf(name)?.id).toBe(id);
    });

    test("declares what is expected, whole and in order", async () => {
      const { symbols } = await extract(language, name, text);
      const expected = readFileSync(`${fixtures}/${name}.symbols`, "utf8").trimEnd().split("\n");
      expect(listSymbols(symbols)).toEqual(expected);
    });

    test("every range holds its own: the name in the head, the body behind it, inner symbols inside", async () => {
      const { symbols } = await extract(language, name, text);
      expect(symbols.flatMap((symbol) => faultsOf(symbol, symbols, text))).toEqual([]);
    });

    test("says the same with CRLF", async () => {
      const plain = listSymbols((await extract(language, name, text)).symbols);
      const crlf = await extract(language, name, text.replaceAll("\n", "\r\n"));
      expect(listSymbols(crlf.symbols)).toEqual(plain);
      for (const { name: symbol, nameSpan } of crlf.symbols) {
        const there = text.replaceAll("\n", "\r\n").slice(nameSpan.start, nameSpan.end);
        expect(there).toContain(symbol);
      }
    });

    test("of a text that is cut off, every symbol is inside of it and has the name that stands there", async () => {
      for (const part of [0.3, 0.62, 0.9]) {
        const cut = text.slice(0, Math.floor(text.length * part));
        const { symbols } = await extract(language, name, cut);
        expect(symbols.filter(({ span, nameSpan }) => span.end > cut.length || nameSpan.end > span.end)).toEqual([]);
        expect(
          symbols.filter((symbol) => !cut.slice(symbol.nameSpan.start, symbol.nameSpan.end).includes(symbol.name)),
        ).toEqual([]);
      }
    });
  });
});

test("every grammar is a file of a package that is installed, with a name of its own", () => {
  const grammars = languages.flatMap((language) => ("grammar" in language ? [language.grammar] : []));
  expect(grammars.filter((grammar) => !existsSync(findGrammarFile(grammar)))).toEqual([]);
  expect(new Set(grammars.map((grammar) => basename(grammar))).size).toBe(new Set(grammars).size);
});

test("every folder with fixtures is a language of the list, under its id", () => {
  const named = readdirSync(folders).filter((name) => existsSync(`${folders}${name}/fixtures`));
  expect(languages.map(({ id }) => id)).toEqual(named.sort());
});

test("languages are sorted, and no two claim the same name of a file", () => {
  const ids = languages.map(({ id }) => id);
  expect(ids).toEqual([...ids].sort());
  const claims = languages.flatMap(({ extensions, filenames = [] }) => [
    ...extensions.map((name) => `.${name}`),
    ...filenames,
  ]);
  expect(claims.filter((claim, at) => claims.indexOf(claim) !== at)).toEqual([]);
});

test.each(languages.filter((language) => "grammar" in language))(
  "$id: the queries of its references fit the grammar",
  async (language) => {
    const { calls, locals, imports } = language.references ?? {};
    const grammar = await loadGrammar(language);
    for (const source of [calls, locals, imports]) {
      expect(() => source === undefined || grammar.query(source), source).not.toThrow();
    }
  },
);

async function extract(language: Language, file: string, text: string): Promise<FileSymbols> {
  const symbols = await extractSymbols(language, { file, text }, { limitMs: 10_000 });
  if (symbols === undefined) throw new Error("Parsing took too long.");
  return symbols;
}

function faultsOf(symbol: CodeSymbol, symbols: readonly CodeSymbol[], text: string): readonly string[] {
  const { span, nameSpan, bodySpan, docSpan, parent } = symbol;
  const whole = text.slice(span.start, span.end);
  const outer = parent === undefined ? undefined : symbols[parent];
  const standsInside = outer !== undefined && outer.span.start <= span.start && span.start < outer.span.end;
  const checks: readonly (readonly [boolean, string])[] = [
    [span.start <= nameSpan.start && nameSpan.end <= span.end, "has its name outside"],
    [text.slice(nameSpan.start, nameSpan.end).includes(symbol.name), "is named otherwise in the text"],
    [bodySpan === undefined || (bodySpan.start >= span.start && bodySpan.end <= span.end), "has its body outside"],
    [docSpan === undefined || docSpan.end <= span.start || docSpan.end <= span.end, "has its doc behind it"],
    [whole === whole.trim(), "begins or ends with space"],
    [!standsInside || span.end <= outer.span.end, "reaches out of what it stands in"],
  ];
  return checks.filter(([isRight]) => !isRight).map(([, fault]) => `${symbol.path} ${fault}`);
}
