import { ToolError } from "toolwright";
import { languageById } from "../../languages/language-of.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { isMember, type Target } from "../../syntax/references/target.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";

/** Refuses what cannot be the new name of a symbol; keywords show when the edited code is parsed. */
export function checkNewName(target: Target, newName: string): void {
  const { language, symbol } = target;
  const { name, kind, path } = symbol;
  if (newName === name)
    throw new ToolError(
      "no_change",
      `${visibleLine(path)} has the name ${show(newName)} already; nothing was changed.`,
    );
  if (kind === "constructor") {
    throw new ToolError(
      "invalid_name",
      `${visibleLine(path)} is a constructor, whose name is that of its type. Rename the type.`,
    );
  }
  if (ofEcmaScript.has(language) && !isMember(target) && (reserved.has(newName) || isTypeWord(kind, newName))) {
    throw new ToolError(
      "invalid_name",
      `${show(newName)} has a meaning of its own in the language, so ${visibleLine(path)} cannot have that name; nothing was changed. Choose another.`,
    );
  }
  if (identifierOf(language, name).test(newName)) return;
  const title = languageById(language)?.title ?? language;
  throw new ToolError(
    "invalid_name",
    `Expected \`new_name\` to be a name as ${title} allows it, without the path before it, got ${show(newName)}. The symbol is ${show(name)} now.`,
  );
}

const plain = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;
const withDollar = /^[\p{XID_Start}_$][\p{XID_Continue}$\u{200c}\u{200d}]*$/u;
const ofEcmaScript: ReadonlySet<string> = new Set(["javascript", "typescript", "tsx", "vue", "svelte"]);
const dollars: ReadonlySet<string> = new Set([...ofEcmaScript, "java", "scala", "dart", "groovy"]);

/** What grammars take for a name: words of strict mode, and values that code would no longer reach. */
const reserved: ReadonlySet<string> = new Set(
  "arguments await eval implements interface let package private protected public static yield undefined NaN Infinity".split(
    " ",
  ),
);
const typeWords: ReadonlySet<string> = new Set(
  "any bigint boolean never null number object string symbol unknown void".split(" "),
);

function isTypeWord(kind: CodeSymbol["kind"], newName: string): boolean {
  return (typeKinds.has(kind) || kind === "type") && typeWords.has(newName);
}

/** A name keeps what marks its sort: `#` of a private member, `?` of a question in Ruby, `@` and `$` of a variable. */
function identifierOf(language: string, old: string): RegExp {
  if (ofEcmaScript.has(language) && old.startsWith("#")) return /^#[\p{XID_Start}_$][\p{XID_Continue}$]*$/u;
  if (language === "ruby" || language === "crystal") return sigiled(old, "[?!=]?");
  if (language === "php" || language === "perl" || language === "elixir") return sigiled(old, "[?!]?");
  if (dashed.has(language)) return /^[\p{XID_Start}_-][\p{XID_Continue}-]*$/u;
  if (language === "bash") return /^[A-Za-z_][\w:.-]*$/;
  if (language === "haskell" || language === "ocaml") return /^[\p{XID_Start}_][\p{XID_Continue}']*$/u;
  return dollars.has(language) ? withDollar : plain;
}

const dashed: ReadonlySet<string> = new Set(["css", "scss", "html", "yaml", "toml", "hcl", "dockerfile"]);

function sigiled(old: string, ending: string): RegExp {
  const [mark = ""] = /^(?:@@|@|\$)?/.exec(old) ?? [];
  return new RegExp(`^${mark.replaceAll("$", "\\$")}[\\p{XID_Start}_]\\p{XID_Continue}*${ending}$`, "u");
}

function show(name: string): string {
  return visibleLine(JSON.stringify(name.slice(0, 120)));
}
