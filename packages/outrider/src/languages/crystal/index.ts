import type { OutlinedLanguage } from "../language.ts";
import { sigiledNames } from "../name-patterns.ts";
import { outlineByLines, word } from "../scanners/line-blocks.ts";
import type { ServerSpec } from "../server-spec.ts";

const crystal: ServerSpec = {
  id: "crystal",
  title: "Crystalline",
  languages: { crystal: "crystal" },
  program: { names: ["crystalline"], args: [] },
  obtain: "https://github.com/elbywan/crystalline/releases",
  rootMarkers: ["shard.yml"],
  runsCode: "macros of the repository",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};

const names = `${word}(?:::${word})*`;
const modifiers = String.raw`(?:(?:private|protected|abstract)\s+)*`;

// No WebAssembly grammar for it is available on npm.
export default {
  id: "crystal",
  title: "Crystal",
  countedAs: {},
  extensions: ["cr"],
  interpreters: ["crystal"],
  outline: (text) =>
    outlineByLines(text, {
      ignored: /"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])'|#(?!\{)[^\r\n]*/g,
      comments: { line: "#" },
      blocks: "end",
      declarations: [
        { kind: "class", pattern: new RegExp(`^${modifiers}class\\s+(?<name>${names})`, "u") },
        { kind: "struct", pattern: new RegExp(`^${modifiers}struct\\s+(?<name>${names})`, "u") },
        { kind: "module", pattern: new RegExp(`^${modifiers}(?:module|lib)\\s+(?<name>${names})`, "u") },
        { kind: "enum", pattern: new RegExp(`^${modifiers}enum\\s+(?<name>${names})`, "u") },
        { kind: "macro", pattern: new RegExp(`^${modifiers}macro\\s+(?<name>${word}[?!]?)`, "u") },
        {
          kind: "function",
          pattern: new RegExp(
            `^${modifiers}(?:def|fun)\\s+(?:self\\.)?(?<name>${word}[?!=]?|[+*/<=>%^&|~!-]+|\\[\\]=?\\??)`,
            "u",
          ),
        },
        { kind: "type", pattern: new RegExp(`^${modifiers}(?:alias|annotation)\\s+(?<name>${names})`, "u") },
        { kind: "constant", pattern: /^(?<name>\p{Lu}[\p{L}\p{N}_]*)\s*=(?![=~])/u },
      ],
    }),
  servers: [crystal],
  editing: { commentMarks: ["#"], names: sigiledNames("[?!=]?"), moves: { files: "named by path" } },
} satisfies OutlinedLanguage;
