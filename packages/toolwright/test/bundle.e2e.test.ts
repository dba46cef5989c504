import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { expect, onTestFinished } from "vitest";
import { verifies } from "./verifies.ts";

const repository = join(import.meta.dirname, "..", "..", "..");

verifies("mcp:one-file", "a server in one file starts and lists its tools without what it may never need", async () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: [join(repository, "examples", "own-server", "server.ts")],
    outdir: join(folder, "out"),
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    minify: true,
    loader: { ".md": "text" },
    logLevel: "error",
  });
  // Away from every node_modules, with what loads on demand replaced by something that fails.
  const away = join(folder, "away");
  mkdirSync(away);
  for (const file of readdirSync(join(folder, "out"))) {
    const isLazy = /^(o200k|tool-source|webapi)-/.test(file);
    const copy = isLazy ? "throw new Error('loaded at the start')" : readFileSync(join(folder, "out", file), "utf8");
    writeFileSync(join(away, file), copy);
  }
  expect(readdirSync(away).filter((file) => /^(o200k|tool-source)-/.test(file))).toHaveLength(2);

  const child = spawn(process.execPath, [join(away, "server.mjs")], {
    env: { ...process.env, HOME: away, USERPROFILE: away },
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ask = async (message: object): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const { value } = await lines.next();
    return JSON.parse(String(value));
  };
  const clientInfo = { name: "test", version: "1" };
  await ask({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  const names = ["find_text", "project_size", "read_output", "read_resource", "run_command"];
  const tools = names.map((name) => ({ name }));
  expect(await ask({ id: 2, method: "tools/list" })).toMatchObject({ result: { tools } });
  const params = { name: "read_resource", arguments: { uri: "doc://house-rules" } };
  expect(await ask({ id: 3, method: "tools/call", params })).toMatchObject({
    result: { content: [{ text: "Measure first." }] },
  });
  const gone = once(child, "exit");
  child.stdin.end();
  expect(await gone).toEqual([0, null]);
});
