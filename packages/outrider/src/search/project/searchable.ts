import { languageById, languageOf } from "../../languages/language-of.ts";
import { isLockFile } from "../../workspace/paths/lock-files.ts";

/** By its name alone: a known language, prose, or a name without an extension. */
export function isSearchable(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  // Their names would rank above those of code that uses the same packages.
  if (isLockFile(path)) return false;
  return languageOf(path) !== undefined || !name.slice(1).includes(".") || textEndings.test(name);
}

const textEndings =
  /\.(?:txt|text|rst|adoc|asciidoc|org|tex|pod|man|ini|cfg|conf|properties|cmake|gradle|mk|bazel|bzl|nix|vim|el|clj|cljs|erl|fs|fsx|ml|mli|pas|f90|f|jl|v|sv|vhd|vhdl|asm|s|bat|cmd|ps1|psm1|awk|sed|tcl|pl6|raku|d|cr|hx|ejs|hbs|mustache|pug|liquid|j2|jinja|tmpl|tpl|csproj|sln|xml|xsd|xsl|plist|prisma|cue|rego|wat)$/i;

/** Which contents a question is about. */
export interface LanguageFilter {
  readonly language: string | undefined;
  readonly content: "code" | "docs" | undefined;
}

export function fitsLanguage({ language, content }: LanguageFilter, own: string): boolean {
  return (
    (language === undefined || own === language) && (content === undefined || isDocs(own) === (content === "docs"))
  );
}

/** Prose and unknown languages; everything else is code. */
export function isDocs(language: string): boolean {
  return language === "" || language === "text" || languageById(language)?.content === "prose";
}
