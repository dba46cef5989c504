import type { ServerProgram } from "../server-spec.ts";

/** One of several servers that share a package. */
export function extracted(kind: "css" | "html" | "json"): ServerProgram {
  const name = `vscode-${kind}-language-server`;
  return {
    names: [name],
    args: ["--stdio"],
    npm: {
      package: "vscode-langservers-extracted",
      version: "4.10.0",
      entry: `bin/${name}`,
      sizeMb: 81,
      integrity: {
        "vscode-langservers-extracted":
          "sha512-EFf9uQI4dAKbzMQFjDvVm1xJq1DXAQvBEuEfPGrK/xzfsL5xWTfIuRr90NgfmqwO+IEt6vLZm9EOj6R66xIifg==",
      },
    },
  };
}
