import type { ServerSpec } from "../server-spec.ts";

const noTypeAcquisition = {
  disableAutomaticTypeAcquisition: true,
  tsserver: { automaticTypeAcquisition: { enabled: false } },
};

/** TypeScript 7, the native port: it has no plugins, and a request waits until its project is loaded. */
export const typescript: ServerSpec = {
  id: "typescript",
  title: "TypeScript 7",
  languages: { typescript: "typescript", tsx: "typescriptreact", javascript: "javascript" },
  program: {
    names: ["tsc", "tsgo"],
    args: ["--lsp", "--stdio"],
    npm: {
      package: "typescript",
      version: "7.0.2",
      entry: "bin/tsc",
      native: (platform, arch) => ({
        package: `@typescript/typescript-${platform}-${arch}`,
        path: platform === "win32" ? "lib/tsc.exe" : "lib/tsc",
      }),
      sizeMb: 30,
      integrity: {
        typescript: "sha512-8FYau96o3NKOhbjKi/qNvG/W5jhzxkbdm5sj9AbZ/5T5sWqn3hJgLfGx27sRKZWTvyzCP8dLRBTf5tBTSRVUNA==",
        "@typescript/typescript-linux-x64":
          "sha512-EYdf2cNg7rgCWJnxCdJ+F3V39O8ihb37eHAu1LK8oAFizgTQbPOK7zHHXbPt8rX24COqODXeI3sIf0fCXG7H/A==",
        "@typescript/typescript-linux-arm64":
          "sha512-Qh4eU4/y3yDjnfjjyPYihMj5/ODIlmt+Bzu17OI+fiSRDW57QmU5SiN63exPRNJPKUzcc1INa1NXdrJ+MqHjUQ==",
        "@typescript/typescript-darwin-x64":
          "sha512-SZ9xZInqApNlNGc9s0W1VSsktYSOe9cFqNOIqmN1Gs8SmkjKZYFt017G4VwPxASInODuAdbTW7sXiFUf893RgA==",
        "@typescript/typescript-darwin-arm64":
          "sha512-gowzar9MwS/aRWp6f3a4KUqzRjAZjOsmGNCM6LcTgXum+dBfgsBVMN+AgvOCCbguXyick6LJhpBszxMebJ8syA==",
        "@typescript/typescript-win32-x64":
          "sha512-0BQ3HkAHHlKLSp1qRvf3SUhGpGsDuhB/jgFw75guyqbxJqEaS0Cw/VFO8i2nHglJUzQCRtMMR/IBAKE3ETMC4g==",
        "@typescript/typescript-win32-arm64":
          "sha512-Gyl1Vy6OsWesLzmq+EP0Fb7b4Nid5232AvcA2SFcdYreldpNtYFFofPjnt62y9hQy7VTaZp65ICJjuAQRaVcIQ==",
      },
    },
    accepts: ({ packageName, version }) =>
      packageName === "@typescript/native-preview" ||
      (packageName === "typescript" && Number.parseInt(version, 10) >= 7),
  },
  obtain: "outrider languages install typescript",
  env: { GOMEMLIMIT: "1536MiB" },
  options: () => ({ disableAutomaticTypingAcquisition: true }),
  settings: () => ({ "js/ts": noTypeAcquisition, typescript: noTypeAcquisition, javascript: noTypeAcquisition }),
  readiness: { by: "answer" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
  countsOverridden: true,
  memory: { softMb: 1536, hardMb: 3072 },
};
