import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { findPackage } from "../../toolwright/build-parts.mjs";
import { languages } from "../src/languages/index.ts";
import { packageRoot } from "./support/outrider-process.ts";

const sections = readSections(readFileSync(join(packageRoot, "dist", "THIRD-PARTY-LICENSES.txt"), "utf8"));
const shipped = readdirSync(join(packageRoot, "dist", "grammars"));

/** Packages that hold grammars of other people: the licence in them is not the one of the grammar. */
const repackaged = ["@cursorless/tree-sitter-wasms", "@lumis-sh/wasm-dart", "@lumis-sh/wasm-scala"];

test("every grammar in the package has a notice with its source and its licence", () => {
  expect(shipped.length).toBeGreaterThan(20);
  for (const file of shipped) {
    expect(sections.get(file), file).toMatch(/^Source: https:\/\/\S+\nLicence: (MIT|Apache-2\.0)$/m);
  }
});

test("the notice has the copyright lines of the licence that its author wrote", () => {
  for (const grammar of new Set(languages.flatMap((language) => ("grammar" in language ? [language.grammar] : [])))) {
    const name = grammar.split("/", grammar.startsWith("@") ? 2 : 1).join("/");
    const notice = sections.get(basename(grammar)) ?? "";
    const licence = repackaged.includes(name) ? notice : readLicence(findPackage(name, import.meta.url));
    const lines = copyrightLines(licence);
    // The Apache licence names nobody; its own text has the form to fill in.
    expect(lines.length > 0 || licence.includes("Apache License"), grammar).toBe(true);
    for (const line of lines) expect(notice, grammar).toContain(line);
  }
});

test.each([
  ["tree-sitter-swift.wasm", "alex-pinkus"],
  ["tree-sitter-dart.wasm", "UserNobody14"],
  ["tree-sitter-nix.wasm", "Charles Strahan"],
  ["tree-sitter-scala.wasm", "Max Brunsfeld"],
])("%s, which comes in a package of somebody else, has the whole licence of %s", (file, author) => {
  const notice = sections.get(file) ?? "";
  expect(copyrightLines(notice).join("\n")).toContain(author);
  expect(notice).toContain("Permission is hereby granted, free of charge");
  expect(notice).toMatch(/THE SOFTWARE IS PROVIDED "AS IS"/);
});

test("the licence of every package is in it, too", () => {
  for (const name of repackaged) expect(sections.get(name), name).toContain("SOFTWARE IS PROVIDED");
});

/** By each name in the heading: a grammar, or a package. */
function readSections(text: string): ReadonlyMap<string, string> {
  const parts = text.split(/^== /m).slice(1);
  return new Map(
    parts.flatMap((part) => {
      const end = part.indexOf("\n");
      const body = part.slice(end).trim();
      return part
        .slice(0, end)
        .split(", ")
        .map((name) => [name, body] as const);
    }),
  );
}

function readLicence(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name)) ?? "LICENSE";
  return readFileSync(join(folder, file), "utf8");
}

function copyrightLines(text: string): readonly string[] {
  return [...new Set(text.match(/^Copyright .+$/gm))];
}
