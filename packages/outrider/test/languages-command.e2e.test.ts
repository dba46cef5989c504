import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Home, makeHome, outrider, repositoryRoot } from "./support/outrider-process.ts";

function withCache(): Home & { readonly servers: string } {
  const home = makeHome();
  const cache = join(home.home, "cache");
  const env = { ...home.env, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache };
  return { ...home, env, servers: join(cache, "outrider", "servers") };
}

test("the program shows its servers, and leaves nothing behind", async () => {
  const home = withCache();
  const { code, stdout, stderr } = await outrider(["languages", "--json"], repositoryRoot, home);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const parsed: unknown = JSON.parse(stdout);
  expect(parsed).toMatchObject({ servers: expect.arrayContaining([expect.objectContaining({ id: "typescript" })]) });
  expect(readdirSync(home.home)).toEqual([]);
});

test("without a registry nothing is installed, and it says so", async () => {
  const home = withCache();
  const env = { ...home.env, npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" };
  const { code, stderr } = await outrider(["languages", "install", "dockerfile", "--yes"], home.home, { ...home, env });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("registry cannot be reached") });
  expect(readdirSync(home.servers)).toEqual([]);
});

test("a server is installed from the registry, found, and removed", async (context) => {
  const home = withCache();
  // Without a network npm would try for minutes.
  const retries = { npm_config_fetch_retry_mintimeout: "1000", npm_config_fetch_retry_maxtimeout: "2000" };
  const env = { ...home.env, ...retries, NODE_EXTRA_CA_CERTS: process.env["MACHINE_CA_CERTS"] ?? "" };
  const installed = await outrider(["languages", "install", "dockerfile", "--yes"], home.home, { ...home, env });
  const isOffline = installed.stderr.includes("registry cannot be reached");
  context.skip(isOffline, "the registry of npm cannot be reached from here");
  expect(installed).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining("Installed ") });
  const [folder = ""] = readdirSync(home.servers);
  expect(existsSync(join(home.servers, folder, "package-lock.json"))).toBe(true);
  const { stdout } = await outrider(["languages"], home.home, home);
  expect(stdout).toMatch(/^found +dockerfile +dockerfile: Dockerfile 0\.15\.0, installed by Outrider$/m);
  expect(await outrider(["languages", "remove", "dockerfile"], home.home, home)).toMatchObject({ code: 0 });
  expect(readdirSync(home.servers)).toEqual([]);
});
