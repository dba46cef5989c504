import { expect, onTestFinished } from "vitest";
import { createKernel } from "../../src/call/kernel.ts";
import { defineServer, serveHttp, type HttpOptions, type ServedHttp } from "../../src/mcp/index.ts";
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

verifies("mcp:open-safely", "a port that is taken is told", async () => {
  const { port } = await serve();
  await expect(serveHttp(definition, { port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

verifies("mcp:open-safely", "the loopback of IPv6 is one, too", async ({ skip }) => {
  const served = await serve({ host: "::1" }).catch(() => undefined);
  // Some machines have no IPv6.
  if (served === undefined) return skip();
  expect(served.url).toMatch(/^http:\/\/\[::1\]:\d+\/mcp$/);
  expect((await sendModern(guarded(served), "tools/list")).status).toBe(200);
});

async function serve(options: HttpOptions = {}): Promise<ServedHttp> {
  const served = await serveHttp(definition, options);
  onTestFinished(async () => await served.close(0));
  return served;
}

function guarded({ url, token = "" }: ServedHttp) {
  return { url, token };
}
