import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const packageRoot = join(import.meta.dirname, "..", "..");
const exampleRoot = join(packageRoot, "..", "..", "examples", "api");

/** One way into the package, such as `toolwright/mcp`, and what it exports. */
export interface Entry {
  readonly name: string;
  readonly exports: readonly Export[];
}

export interface Export {
  readonly entry: string;
  readonly name: string;
  readonly isType: boolean;
  /** Its doc comment as one line; empty where there is none. */
  readonly comment: string;
  /** What its users see of it: a whole type, or the head of a function. */
  readonly signature: string;
  /** What is explained of an interface: fields and methods with a doc comment. */
  readonly members: readonly Member[];
}

export interface Member {
  readonly name: string;
  readonly comment: string;
}

/** A compiled program that shows how exports are used. */
export interface Example {
  readonly file: string;
  /** The entry that it is about, from its first line. */
  readonly entry: string;
  readonly title: string;
  readonly code: string;
  /** What it imports from the package, each as `entry name`. */
  readonly imports: ReadonlySet<string>;
}

/** Every entry that `package.json` names with a source. */
export function readEntries(): readonly Entry[] {
  const { exports }: { exports: Record<string, Record<string, string>> } = JSON.parse(
    readFileSync(join(packageRoot, "package.json"), "utf8"),
  );
  return Object.entries(exports).flatMap(([path, targets]) => {
    const source = targets["toolwright-source"];
    if (source === undefined) return [];
    const name = path.replace(/^\./, "toolwright");
    return [{ name, exports: readExports(name, join(packageRoot, source)) }];
  });
}

function readExports(entry: string, file: string): readonly Export[] {
  const lists = readFileSync(file, "utf8").matchAll(/^export (type )?\{([^}]*)\} from "([^"]+)";$/gm);
  return [...lists].flatMap(([, allTypes, names = "", from = ""]) => {
    const source = readFileSync(join(dirname(file), from), "utf8");
    return splitNames(names).map((each) => {
      const name = each.replace(/^type /, "");
      return { entry, name, isType: allTypes !== undefined || each !== name, ...readDeclaration(source, name) };
    });
  });
}

function readDeclaration(source: string, name: string): Pick<Export, "comment" | "signature" | "members"> {
  const head = new RegExp(String.raw`^export (?:async )?(?:function|const|class|interface|type) ${name}\b`, "m");
  const start = source.search(head);
  if (start < 0) throw new Error(`There is no declaration of ${name}.`);
  const [, comment = ""] = /\/\*\*((?:(?!\*\/).)*)\*\/\n(?:\/\/[^\n]*\n)*$/s.exec(source.slice(0, start)) ?? [];
  const signature = signatureAt(source.slice(start));
  const members = signature.startsWith("export interface") ? readMembers(signature) : [];
  return { comment: inOneLine(comment), signature, members };
}

function readMembers(signature: string): readonly Member[] {
  const explained = /^ {2}\/\*\*((?:(?!\*\/).)*)\*\/\n {2}(?:readonly )?(\w+)/gms;
  return [...signature.matchAll(explained)].map(([, comment = "", name = ""]) => ({
    name,
    comment: inOneLine(comment),
  }));
}

function inOneLine(comment: string): string {
  return comment.replaceAll(/\s*\n\s*\*? ?/g, " ").trim();
}

/** Up to the body of a function, or to the end of the statement. */
function signatureAt(source: string): string {
  const isFunction = /^export (?:async )?function/.test(source);
  const end = source.search(isFunction ? /[^(] \{$/m : /^[^ \n].*;$|^\}/m);
  return source.slice(0, end < 0 ? undefined : source.indexOf("\n", end));
}

/** In the order of their names. */
export function readExamples(): readonly Example[] {
  return readdirSync(exampleRoot)
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .map(readExample);
}

function readExample(file: string): Example {
  const text = readFileSync(join(exampleRoot, file), "utf8");
  const [, entry = "", title = ""] = /^\/\/ (toolwright\S*): (.+)$/m.exec(text) ?? [];
  const lists = text.matchAll(/^import (?:type )?\{([^}]*)\} from "(toolwright[^"]*)";$/gm);
  const imports = [...lists].flatMap(([, names = "", from = ""]) =>
    splitNames(names).map((name) => `${from} ${name.replace(/^type /, "")}`),
  );
  return { file, entry, title, code: text.slice(text.indexOf("\n") + 1).trim(), imports: new Set(imports) };
}

function splitNames(list: string): readonly string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
