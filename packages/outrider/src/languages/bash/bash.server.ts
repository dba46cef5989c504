import type { ServerSpec } from "../server-spec.ts";

export const bash: ServerSpec = {
  id: "bash",
  title: "Bash Language Server",
  languages: { bash: "shellscript" },
  program: {
    names: ["bash-language-server"],
    args: ["start"],
    npm: {
      package: "bash-language-server",
      version: "5.8.1",
      entry: "out/cli.js",
      sizeMb: 22,
      integrity: {
        "bash-language-server":
          "sha512-F3g0hKZhCiKbLUf9wkrST6+ZypsHvJqaJxw/+J7WK2ywhFyc8+7jSHSTU1UDYncZkyWgbKV6+eZy5qWTZtoXww==",
      },
    },
  },
  obtain: "outrider languages install bash",
  settings: () => ({
    // It starts one shellcheck for each file that changes, without a limit.
    bashIde: {
      shellcheckPath: "",
      shfmt: { path: "" },
      explainshellEndpoint: "",
      enableSourceErrorDiagnostics: false,
      backgroundAnalysisMaxFiles: 2000,
    },
  }),
  readiness: { by: "canary" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: true,
  // It finds references by the name alone, in scripts that have nothing to do with each other; its errors are shellcheck's.
  distrusts: ["references", "diagnostics"],
};
