import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { expect, onTestFinished } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createMark, processesWith, waitFor } from "../../process/fixtures/process-search.ts";
import { createProcessRunner } from "../../process/runner.ts";
import { allowingKernel, fixtureServer, openFixture } from "./fixtures/sources.ts";

/** A server that has started two processes of its own, in groups of their own. */
async function openFamily(options: Parameters<typeof openFixture>[1] = {}) {
  const mark = createMark();
  const { source } = await openFixture(fixtureServer("good", "dual", "", mark), options);
  expect(await allowingKernel(source.tools).call("far__breed", {})).toMatchObject({ status: "ok" });
  expect(processesWith(mark)).toHaveLength(3);
  return { mark, source };
}

verifies("tool-source:closed", "closing ends the server's whole tree and may be repeated", async () => {
  const { mark, source } = await openFamily();
  await Promise.all([source.close(), source.close()]);
  expect(processesWith(mark)).toEqual([]);
  await source.close();
});

verifies("tool-source:closed", "aborting the host's signal ends the server's whole tree", async () => {
  const abort = new AbortController();
  const processes = createProcessRunner();
  onTestFinished(async () => void (await processes.close()));
  const { mark } = await openFamily({ signal: abort.signal, processes });
  abort.abort();
  expect(await waitFor(() => processesWith(mark).length === 0)).toBe(true);
});

verifies("tool-source:closed", "a server that ends by itself leaves nobody behind", async () => {
  const { mark, source } = await openFamily();
  await allowingKernel(source.tools).call("far__leave", {});
  expect(await waitFor(() => processesWith(mark).length === 0)).toBe(true);
});

verifies("tool-source:closed", "a server that does not listen is ended all the same", async () => {
  for (const mode of ["never", "deaf"]) {
    const mark = createMark();
    const server = fixtureServer("raw", mode, mark);
    if (mode === "never") await expect(openFixture(server, { startTimeoutMs: 300 })).rejects.toThrow("300 ms");
    else await (await openFixture(server)).source.close();
    expect(processesWith(mark)).toEqual([]);
  }
});

verifies("tool-source:closed", "killing the host ends the server's whole tree", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tool-source-host-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const entry = fileURLToPath(new URL("tool-source.ts", import.meta.url));
  const outfile = join(folder, "tool-source.mjs");
  buildSync({
    entryPoints: [entry],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    logLevel: "error",
    banner,
  });
  const mark = createMark();
  const server = JSON.stringify(fixtureServer("good", "dual", "", mark));
  const host = join(folder, "host.mjs");
  writeFileSync(
    host,
    `import { openToolSource } from "./tool-source.mjs";
     const { tools } = await openToolSource({ name: "far", server: ${server} });
     const call = { signal: new AbortController().signal, remainingMs: () => 60_000, progress() {}, log() {} };
     await tools.find(({ name }) => name === "far__breed").handle({}, undefined, call);
     console.log("ready");
     setInterval(() => {}, 1000);`,
  );
  const child = spawn(process.execPath, [host], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data", { signal: AbortSignal.timeout(60_000) });
  expect(processesWith(mark)).toHaveLength(3);
  child.kill("SIGKILL");
  expect(await waitFor(() => processesWith(mark).length === 0)).toBe(true);
});

/** Some dependencies of the SDK are CommonJS. */
const banner = { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' };
