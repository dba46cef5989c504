import type { OutlinedLanguage } from "../language.ts";
import { outlineByLines } from "../scanners/line-blocks.ts";
import type { ServerSpec } from "../server-spec.ts";

const nim: ServerSpec = {
  id: "nim",
  title: "nimlangserver",
  languages: { nim: "nim" },
  program: { names: ["nimlangserver"], args: [] },
  obtain: "nimble install nimlangserver",
  runsCode: "config.nims and compile-time code of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

// No WebAssembly grammar for it is available on npm.
export default {
  id: "nim",
  title: "Nim",
  countedAs: {},
  extensions: ["nim", "nims"],
  outline: (text) =>
    outlineByLines(text, {
      ignored: /"""[\s\S]*?(?:"""(?!")|$)|"(?:\\.|[^"\\\r\n])*"|#\[[\s\S]*?(?:\]#|$)|#[^\r\n]*/g,
      comments: { line: "#" },
      blocks: "indentation",
      declarations: [
        { kind: "function", pattern: /^(?:proc|func|iterator|converter)\s+`?(?<name>[^\s`*([{=]+)/u },
        { kind: "method", pattern: /^method\s+`?(?<name>[^\s`*([{=]+)/u },
        { kind: "macro", pattern: /^(?:template|macro)\s+`?(?<name>[^\s`*([{=]+)/u },
        { kind: "enum", pattern: /^(?:type\s+)?(?<name>[\p{L}_][\p{L}\p{N}_]*)\*?\s*(?:\{\.[^}]*\})?\s*=\s*enum\b/u },
        {
          kind: "struct",
          pattern:
            /^(?:type\s+)?(?<name>[\p{L}_][\p{L}\p{N}_]*)\*?(?:\[[^\]]*\])?\s*(?:\{\.[^}]*\})?\s*=\s*(?:(?:ref|ptr)\s+)?(?:object|tuple|concept)\b/u,
        },
        { kind: "constant", pattern: /^const\s+(?<name>[\p{L}_][\p{L}\p{N}_]*)/u },
        { kind: "variable", pattern: /^(?:var|let)\s+(?<name>[\p{L}_][\p{L}\p{N}_]*)/u },
      ],
    }),
  isExported: ({ name, head }) => head.includes(`${name}*`) || head.includes(`${name}\`*`),
  servers: [nim],
  editing: { commentMarks: ["#"], moves: { files: "named by path" } },
} satisfies OutlinedLanguage;
