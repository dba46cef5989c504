import { expect, onTestFinished } from "vitest";
import { createKernel } from "../../src/call/kernel.ts";
import { defineServer, serveHttp, type HttpOptions, type ServedHttp } from "../../src/mcp/index.ts";
import { createSiteCheck } from "../../src/mcp/http/site-check.ts";
import { sampleTool } from "../sample.ts";
import { verifies } from "../verifies.ts";
import { sendModern, sendRaw } from "./raw-http.ts";

const kernel = createKernel({ tools: [sampleTool(() => "done")] });
const definition = defineServer({ name: "options", version: "1.0.0", kernel, onFault: () => {} });

verifies("mcp:open-safely", "without a token only this machine is served", async () => {
  for (const host of ["0.0.0.0", "::", "192.168.1.2", "example.org"]) {
    await expect(serveHttp(definition, { host, token: false })).rejects.toThrow("without a token");
  }
  const served = await serve({ token: false });
  expect(served.token).toBeUndefined();
  const open = { url: served.url, token: "none is asked for" };
  expect((await sendModern(open, "tools/list")).status).toBe(200);
  // The token is not the only guard.
  expect((await sendModern(open, "tools/list", {}, { origin: "https://evil.example" })).status).toBe(403);
});

verifies("mcp:open-safely", "a token is made up, or long enough", async () => {
  await expect(serveHttp(definition, { token: "short" })).rejects.toThrow("at least 16");
  await expect(serveHttp(definition, { token: "" })).rejects.toThrow("at least 16");
  const [one, other] = [await serve(), await serve()];
  expect(one.token).toMatch(/^[\w-]{43}$/);
  expect(one.token).not.toBe(other.token);
  const own = await serve({ token: "a token of sixteen or more".replaceAll(" ", "-") });
  expect((await sendModern(guarded(own), "tools/list")).status).toBe(200);
});

verifies("mcp:open-safely", "other names and pages get in when they are told, and only they", async () => {
  const served = await serve({ allowedHosts: ["tools.example"], allowedOrigins: ["app.example"], path: "/tools" });
  const ask = async (headers: Record<string, string>) =>
    (await sendRaw(guarded(served), { method: "PUT", path: "/tools", headers })).status;
  expect(await ask({ host: "tools.example", origin: "https://app.example" })).toBe(405);
  expect(await ask({ host: "app.example" })).toBe(403);
  expect(await ask({ origin: "https://tools.example" })).toBe(403);
  expect((await sendModern(guarded(served), "tools/list")).status).toBe(404);
});

verifies(
  "mcp:page",
  "a page that is allowed gets its preflight answered, and its browser may read the answer",
  async () => {
    const served = await serve({ allowedOrigins: ["app.example"] });
    const origin = "https://app.example";
    const wanted = "authorization, content-type, mcp-protocol-version";
    const preflight = await sendRaw(guarded(served), {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": wanted,
        authorization: "",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "POST, GET, DELETE",
      "access-control-allow-headers": wanted,
    });
    const answered = await sendModern(guarded(served), "tools/list", {}, { origin });
    expect(answered.status).toBe(200);
    expect(answered.headers).toMatchObject({ "access-control-allow-origin": origin, vary: "Origin" });
    const foreign = await sendRaw(guarded(served), {
      method: "OPTIONS",
      headers: { origin: "https://evil.example", "access-control-request-method": "POST" },
    });
    expect(foreign.status).toBe(403);
    expect(foreign.headers).not.toHaveProperty("access-control-allow-origin");
  },
);

verifies("mcp:open-safely", "names may be written as people write them", async () => {
  const served = await serve({
    allowedHosts: ["Tools.Example", "proxy:8080", "https://gate.example/", "2001:DB8:0::5"],
    allowedOrigins: ["https://App.example:8443", "chrome-extension://*"],
  });
  const ask = async (headers: Record<string, string>) =>
    (await sendRaw(guarded(served), { method: "PUT", headers })).status;
  for (const host of ["tools.example", "TOOLS.example:80", "proxy:8080", "gate.example", "[2001:db8::5]:443"]) {
    expect([host, await ask({ host })]).toEqual([host, 405]);
  }
  for (const origin of ["https://app.example:8443", "chrome-extension://abc"]) {
    expect([origin, await ask({ origin })]).toEqual([origin, 405]);
  }
  expect(await ask({ host: "[2001:db8::6]" })).toBe(403);
  expect(await ask({ origin: "https://gate.example" })).toBe(403);
});

verifies("mcp:open-safely", "the address that is bound is let in, however it is spelled", () => {
  const rows = [
    { bound: "2001:db8::5", host: "[2001:db8::5]:80", foreign: "[2001:db8::6]" },
    { bound: "fe80::1%eth0", host: "[fe80::1]:80", foreign: "[fe80::2]" },
    { bound: "MyHost.local", host: "myhost.local", foreign: "host.local" },
    { bound: "0.0.0.0", host: "localhost", foreign: "0.0.0.0" },
    { bound: "::", host: "127.0.0.1", foreign: "[::]" },
  ];
  for (const { bound, host, foreign } of rows) {
    const site = createSiteCheck({ bound, hosts: [], origins: [] });
    expect([bound, site({ host })]).toEqual([bound, undefined]);
    expect([bound, site({ host: foreign })]).toEqual([bound, expect.stringContaining("allowedHosts")]);
  }
});

verifies("mcp:start", "options that cannot work are refused, all at once", async () => {
  const options: HttpOptions = {
    port: 99_999,
    path: "mcp",
    host: "localhost:8080",
    token: "short",
    allowedHosts: ["*.example.com", "good.example"],
    allowedOrigins: ["https://*", "no host"],
    maxBodyBytes: Number.NaN,
    maxSessions: 0,
    sessionIdleMs: -5,
  };
  await expect(serveHttp(definition, options)).rejects.toThrowErrorMatchingInlineSnapshot(`
    [ToolDefinitionError: The HTTP server is not well defined:
      - port is 99999; use a whole number from 0, which takes any free one, to 65535
      - maxBodyBytes is NaN; use at least 1024
      - maxSessions is 0; use at least 1
      - sessionIdleMs is -5; use more than 0
      - path is "mcp"; let it begin with "/", as in "/mcp"
      - host is "localhost:8080"; use a name or address of this machine, such as "127.0.0.1"
      - allowedHosts has "*.example.com", which names no host; name each, as in "tools.example.com"
      - allowedOrigins has "https://*", which names no host; name each, as in "tools.example.com"
      - allowedOrigins has "no host", which names no host; name each, as in "tools.example.com"
      - the token has 5 characters; use at least 16 that nobody can guess, or none]
  `);
  for (const path of ["/health", "/a b", "/mcp?x", "//mcp"]) {
    await expect(serveHttp(definition, { path })).rejects.toThrow(`path is "${path}"`);
  }
  for (const port of [-1, 1.5]) await expect(serveHttp(definition, { port })).rejects.toThrow(`port is ${port}`);
  // To Node that means every address there is.
  await expect(serveHttp(definition, { host: "" })).rejects.toThrow('host is ""');
});

verifies("mcp:start", "a port that is taken is told, and nothing goes on", async () => {
  let watchers = 0;
  const resources = {
    list: () => [],
    read: () => undefined,
    watch() {
      watchers++;
      return () => void watchers--;
    },
  };
  const watched = defineServer({ name: "watched", version: "1.0.0", kernel, resources, onFault: () => {} });
  const { port } = await serve();
  await expect(serveHttp(watched, { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  expect(watchers).toBe(0);
});

verifies("mcp:open-safely", "the loopback of IPv6 is one, too", async ({ skip }) => {
  const plain = await serve({ host: "::1" }).catch(() => undefined);
  // Some machines have no IPv6.
  if (plain === undefined) return skip();
  for (const served of [plain, await serve({ host: "[::1]" })]) {
    expect(served.url).toMatch(/^http:\/\/\[::1\]:\d+\/mcp$/);
    expect((await sendModern(guarded(served), "tools/list")).status).toBe(200);
  }
});

async function serve(options: HttpOptions = {}): Promise<ServedHttp> {
  const served = await serveHttp(definition, options);
  onTestFinished(async () => await served.close(0));
  return served;
}

function guarded({ url, token = "" }: ServedHttp) {
  return { url, token };
}
