import type { ServerSpec } from "../server-spec.ts";

export const svelte: ServerSpec = {
  id: "svelte",
  title: "Svelte",
  languages: { svelte: "svelte" },
  program: {
    names: ["svelteserver"],
    args: ["--stdio"],
    npm: {
      package: "svelte-language-server",
      version: "0.18.4",
      entry: "bin/server.js",
      beside: { typescript: "5.9.3" },
      sizeMb: 51,
      integrity: {
        "svelte-language-server":
          "sha512-OjY1U6lraW13P1hDoRWAkcFkiiMSxZDHzIDUnWE3bIx0k9LZsiyis5pLUNXz9Dz2IWSIAaldUO1ZVrSr43O+og==",
        typescript: "sha512-jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw==",
      },
    },
  },
  obtain: "outrider languages install svelte",
  // Where the project is not trusted it takes its own compiler, and leaves svelte.config.js alone.
  options: ({ trusted }) => ({ isTrusted: trusted, dontFilterIncompleteCompletions: true }),
  settings: () => ({ svelte: { plugin: { svelte: { format: { enable: false } } } }, prettier: {}, emmet: {} }),
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: true,
  opensCandidates: true,
};
