import type { ServerSpec, ProjectFacts } from "../server-spec.ts";

const language = { tsserver: { useSyntaxServer: "never", maxTsServerMemory: 3072, pluginPaths: [] } };

/** TypeScript 5 as in VS Code, for projects that stay on a TypeScript before 7. Uses its own compiler, never the project's. */
export const vtsls: ServerSpec = {
  id: "vtsls",
  title: "vtsls (TypeScript 5)",
  languages: { typescript: "typescript", tsx: "typescriptreact", javascript: "javascript" },
  program: {
    names: ["vtsls"],
    args: ["--stdio"],
    npm: {
      package: "@vtsls/language-server",
      version: "0.3.0",
      entry: "bin/vtsls.js",
      sizeMb: 28,
      integrity: {
        "@vtsls/language-server":
          "sha512-EYTkCHNGz3MFSP7z0DZ5+WBQY5CWEH7bCUu53EaDloBTjghoi2vfZqSrS0+7WsRG03MhBhjGG9ifNee/2kixvQ==",
      },
    },
  },
  obtain: "outrider languages install vtsls",
  settings: () => ({
    // Without this, a second process that only sees the file answers `references` while the project loads.
    typescript: { ...language, disableAutomaticTypeAcquisition: true },
    javascript: {},
    vtsls: { autoUseWorkspaceTsdk: false },
  }),
  readiness: { by: "answer" },
  freshness: "itself",
  needsOpen: true,
  opensCandidates: true,
  countsOverridden: true,
  // All that the first two would still do after an edit is install packages.
  commands: {
    idle: [
      "_typescript.applyCodeActionCommand",
      "_typescript.applyFixAllCodeAction",
      "_typescript.didApplyRefactoring",
      "_typescript.didOrganizeImports",
      "editor.action.rename",
    ],
    asks: {
      "_typescript.moveToFileRefactoring": "it asks for the file to move to; the action `move` does",
      "_typescript.selectRefactoring": "it asks which of several refactorings is meant",
    },
  },
  problemsBy: "tsserver",
  maxInFlight: 4,
  memory: { softMb: 2048, hardMb: 3584 },
  suits: pinsOlderTypescript,
};

/** Whether package.json asks for a TypeScript before 7: valid code there may be an error in 7, and vice versa. */
function pinsOlderTypescript({ read }: ProjectFacts): boolean {
  const text = read("package.json");
  const asked = text === undefined ? undefined : /"typescript"\s*:\s*"(?:npm:typescript@)?[\^~>=v\s]*(\d+)/.exec(text);
  return asked?.[1] !== undefined && Number(asked[1]) < 7;
}
