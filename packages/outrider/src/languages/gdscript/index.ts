import type { OutlinedLanguage } from "../language.ts";
import { outlineByLines } from "../scanners/line-blocks.ts";

// No WebAssembly grammar for it is available on npm.
export default {
  id: "gdscript",
  title: "GDScript",
  countedAs: {},
  extensions: ["gd"],
  outline: (text) =>
    outlineByLines(text, {
      ignored: /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*'|#[^\r\n]*/g,
      comments: { line: "#" },
      blocks: "indentation",
      declarations: [
        { kind: "class", pattern: /^class(?:_name)?\s+(?<name>[\p{L}_][\p{L}\p{N}_]*)/u },
        {
          kind: "function",
          pattern: /^(?:@\w+(?:\([^)]*\))?\s+)*(?:static\s+)?func\s+(?<name>[\p{L}_][\p{L}\p{N}_]*)/u,
        },
        { kind: "enum", pattern: /^enum\s+(?<name>[\p{L}_][\p{L}\p{N}_]*)/u },
        { kind: "property", pattern: /^signal\s+(?<name>[\p{L}_][\p{L}\p{N}_]*)/u },
        { kind: "constant", pattern: /^const\s+(?<name>[\p{L}_][\p{L}\p{N}_]*)/u },
        {
          kind: "variable",
          pattern: /^(?:@\w+(?:\([^)]*\))?\s+)*(?:static\s+)?var\s+(?<name>[\p{L}_][\p{L}\p{N}_]*)/u,
        },
      ],
    }),
  editing: { commentMarks: ["#"], moves: { files: "named by path" } },
} satisfies OutlinedLanguage;
