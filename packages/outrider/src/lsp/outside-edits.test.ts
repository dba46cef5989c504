import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openServersKit, type ServersKit } from "../../test/support/servers-kit.ts";
import { writeFiles } from "../../test/support/temp-project.ts";
import { isRecord } from "../workspace/config/is-record.ts";
import { pathOfUri, uriOf } from "./server/uri.ts";

const { signal } = new AbortController();
const use = 'import { greet } from "./a.ts";\ngreet();\n';
const files = {
  "tsconfig.json": '{ "compilerOptions": { "allowImportingTsExtensions": true, "noEmit": true } }',
  "a.ts": "export function greet() {}\n",
  "b.ts": use,
};

test("files that were written, changed and removed outside are in the next answer", async () => {
  const kit = await openServersKit(files, { servers: ["typescript"] });
  expect(await filesThatGreet(kit)).toEqual(["a.ts", "b.ts"]);
  writeFiles(kit.root, { "c.ts": use, "b.ts": "export {};\n" });
  expect(await filesThatGreet(kit)).toEqual(["a.ts", "c.ts"]);
  rmSync(join(kit.root, "c.ts"));
  expect(await filesThatGreet(kit)).toEqual(["a.ts"]);
  writeFiles(kit.root, { "a.ts": "// moved down\n\nexport function greet() {}\ngreet();\n" });
  expect(await filesThatGreet(kit, 2)).toEqual(["a.ts"]);
});

test("after a checkout of hundreds of files the next answer is that of the other branch", async () => {
  const kit = await openServersKit(files, { servers: ["typescript"] });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: kit.root });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-qm", "first");
  git("checkout", "-qb", "other");
  const many = Array.from({ length: 300 }, (_, index) => `many/m${index}.ts`);
  const usedBelow = use.replace("./a.ts", "../a.ts");
  writeFiles(kit.root, Object.fromEntries(many.map((path) => [path, usedBelow])));
  git("add", ".");
  git("commit", "-qm", "second");
  git("checkout", "-q", "main");
  expect(await filesThatGreet(kit)).toEqual(["a.ts", "b.ts"]);
  git("checkout", "-q", "other");
  expect(await filesThatGreet(kit)).toHaveLength(302);
  git("checkout", "-q", "main");
  expect(await filesThatGreet(kit)).toEqual(["a.ts", "b.ts"]);
});

async function filesThatGreet({ servers, root }: ServersKit, line = 0): Promise<readonly string[]> {
  const access = await servers.forFile("a.ts", { signal, waitMs: 120_000 });
  if (access.state !== "ready") throw new Error(JSON.stringify(access));
  const textDocument = { uri: uriOf(`${root}/a.ts`) };
  const params = { textDocument, position: { line, character: 17 }, context: { includeDeclaration: true } };
  const found = await access.server.request("textDocument/references", params, { signal });
  const uris = Array.isArray(found) ? found.map((each) => (isRecord(each) ? String(each["uri"]) : "")) : [];
  return [...new Set(uris)].map((uri) => pathOfUri(uri)?.slice(root.length + 1) ?? uri).sort();
}
