import type { OutlinedLanguage } from "../language.ts";
import { packageClause, shebang, dollarNames } from "../name-patterns.ts";
import { outlineByLines, word } from "../scanners/line-blocks.ts";

const annotations = String.raw`(?:@[\w.]+(?:\([^)]*\))?\s+)*`;
const modifiers = `${annotations}(?:(?:public|private|protected|static|final|abstract|synchronized|sealed)\\s+)*`;
// Lower-case words before a name may be a call: `println total(x)`.
const type = String.raw`(?:void|int|long|short|byte|char|boolean|double|float|def|(?:[a-z]\w*\.)*\p{Lu}[\p{L}\p{N}_.]*(?:<[^=(){}]*>)?)(?:\[\])*`;
const parameters = String.raw`\s*\([^{}]*\)\s*(?:throws\s[\w., ]+)?`;

function declared(keyword: string): RegExp {
  return new RegExp(`^${modifiers}${keyword}\\s+(?<name>${word})`, "u");
}

// No WebAssembly grammar for it is available on npm.
export default {
  id: "groovy",
  title: "Groovy",
  countedAs: {},
  extensions: ["groovy", "gradle", "gvy"],
  filenames: ["jenkinsfile"],
  interpreters: ["groovy"],
  outline: (text) =>
    outlineByLines(text, {
      ignored:
        /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*'|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)/g,
      comments: { line: "//", blocks: [["/*", "*/"]] },
      blocks: "braces",
      declarations: [
        { kind: "class", pattern: declared("class") },
        { kind: "interface", pattern: declared("@?interface") },
        { kind: "trait", pattern: declared("trait") },
        { kind: "enum", pattern: declared("enum") },
        {
          kind: "function",
          pattern: new RegExp(`^${modifiers}(?:<[^>]*>\\s*)?${type}\\s+(?<name>${word})${parameters}(?:\\{|;?$)`, "u"),
        },
        { kind: "function", pattern: new RegExp(`^${modifiers}def\\s+(?<name>${word})\\s*=\\s*\\{`, "u") },
        {
          kind: "constructor",
          pattern: new RegExp(`^${modifiers}(?<name>\\p{Lu}[\\p{L}\\p{N}_]*)${parameters}\\{`, "u"),
        },
        { kind: "function", pattern: new RegExp(`^(?:task\\s+|tasks\\.register\\(\\s*)(?<name>${word})`, "u") },
      ],
    }),
  editing: {
    indent: "    ",
    names: dollarNames,
    header: { clauses: [shebang, packageClause] },
    moves: { files: "named by path" },
  },
} satisfies OutlinedLanguage;
