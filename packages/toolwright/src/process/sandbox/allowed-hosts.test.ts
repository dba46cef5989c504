import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type Server } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createProcessRunner } from "../runner.ts";
import { findSandbox, type OpenSandbox } from "./find-sandbox.ts";
import { verifies } from "../../../test/verifies.ts";

const runner = createProcessRunner();
const scope = runner.openScope();
const driver = await findSandbox(scope);
const base = mkdtempSync(join(tmpdir(), "hosts-test-"));
const policy = { writable: [base], protected: [], hidden: [] };
const servers: Server[] = [];
const opened: OpenSandbox[] = [];

beforeEach(() => {
  for (const name of ["http_proxy", "https_proxy", "all_proxy", "no_proxy"])
    for (const each of [name, name.toUpperCase()]) vi.stubEnv(each, "");
});

afterEach(() => {
  for (const sandbox of opened.splice(0)) sandbox.close();
  for (const server of servers.splice(0)) server.close();
  vi.unstubAllEnvs();
});

afterAll(async () => {
  expect(await runner.close()).toEqual([]);
  rmSync(base, { recursive: true, force: true });
});

if (driver.name === "none") console.log(`The tests of allowed hosts are skipped: ${driver.reason}`);

/** Asks through the proxy that the environment names, and prints what comes back. */
const ask = `
const [kind, target] = process.argv.slice(1);
const { request } = require("node:http");
const proxy = new URL(process.env.https_proxy);
const path = kind === "connect" ? target : "http://" + target + "/page?q=1";
const asked = request({ host: proxy.hostname, port: proxy.port, method: kind === "connect" ? "CONNECT" : "GET", path });
asked.on("connect", (reply, socket, head) => {
  if (reply.statusCode !== 200) { process.stdout.write(reply.statusCode + " " + head); socket.on("data", (part) => process.stdout.write(part)); return; }
  socket.on("data", (part) => { process.stdout.write("tunnelled " + part); socket.destroy(); });
  socket.write("hello");
});
asked.on("response", (reply) => { process.stdout.write(reply.statusCode + " "); reply.pipe(process.stdout); });
asked.on("error", (error) => console.log(error.code));
asked.end();`;

/** A page that is cut, nonsense on connections of its own, then two hosts in a row over one connection to the proxy. */
const breakOff = `
      const http = require("node:http"), net = require("node:net");
      const proxy = new URL(process.env.http_proxy);
      const get = (path, agent) => new Promise((resolve) => {
        http.get({ host: proxy.hostname, port: proxy.port, path, agent }, (reply) => {
          let text = ""; reply.on("data", (part) => text += part);
          reply.on("end", () => resolve(text)); reply.on("error", (error) => resolve(text + " " + error.code));
        }).on("error", (error) => resolve(error.code));
      });
      const raw = (bytes) => new Promise((resolve) => { const socket = net.connect(proxy.port, proxy.hostname, () => socket.end(bytes)); socket.on("error", () => {}).on("close", resolve).resume(); });
      (async () => {
        console.log(await get("http://a.test/cut", false));
        for (const bytes of ["\\0\\0\\0", "CONNECT\\r\\n\\r\\n", "CONNECT : HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n", "GET / HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n", "GET http://[/ HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n", "CONNECT a.test:80 HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"]) await raw(bytes);
        const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        console.log(await get("http://a.test/", agent), await get("http://b.test/", agent));
        agent.destroy();
      })();`;

const staysOpen = `
      const { request } = require("node:http");
      const proxy = new URL(process.env.https_proxy);
      const asked = request({ host: proxy.hostname, port: proxy.port, method: "CONNECT", path: "example.org:443" });
      asked.on("connect", (reply, socket) => { console.log("open"); socket.on("close", () => { console.log("closed"); }); socket.resume(); });
      asked.end();`;

async function open(...allowedHosts: readonly string[]): Promise<OpenSandbox> {
  if (driver.name === "none") throw new Error("skipped");
  const sandbox = await driver.open(scope, { allowedHosts });
  opened.push(sandbox);
  return sandbox;
}

async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Another proxy of this machine, which reaches every host at one server, as a name server could. */
async function openUpstream(target: number): Promise<readonly string[]> {
  const asked: string[] = [];
  const upstream = createHttpServer();
  upstream.on("connect", (incoming, client) => {
    asked.push(`${incoming.url} ${incoming.headers["proxy-authorization"] ?? ""}`.trim());
    const remote = connect(target, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      client.pipe(remote).pipe(client);
    });
    for (const end of [client, remote]) end.on("error", () => end.destroy());
  });
  vi.stubEnv("https_proxy", `http://user:word@127.0.0.1:${await listen(upstream)}`);
  return asked;
}

describe.skipIf(driver.name === "none")("allowed hosts", () => {
  async function inside(sandbox: OpenSandbox, kind: "connect" | "get", target: string) {
    const entered = sandbox.with(policy);
    const ended = await scope.exec(process.execPath, ["-e", ask, kind, target], {
      sandbox: entered,
      timeoutMs: 60_000,
    });
    return { text: ended.stdout.text + ended.stderr.text, refused: entered.refusedHosts?.() };
  }

  it("are reached by tunnel and by request, through the proxy of this machine if it has one", async () => {
    const echo = createServer((socket) => socket.pipe(socket));
    const asked = await openUpstream(await listen(echo));
    const sandbox = await open("example.org", "*.test:9000");
    const tunnel = await inside(sandbox, "connect", "example.org:443");
    expect(tunnel).toEqual({ text: "tunnelled hello", refused: [] });
    const page = createHttpServer((incoming, response) => response.end(`${incoming.url} of ${incoming.headers.host}`));
    await openUpstream(await listen(page));
    const get = await inside(sandbox, "get", "a.test:9000");
    expect(get).toEqual({ text: "200 /page?q=1 of a.test:9000", refused: [] });
    expect(asked).toEqual([`example.org:443 Basic ${Buffer.from("user:word").toString("base64")}`]);
  });

  verifies("process:sandbox-hosts", "they are the only ones: others are refused and named", async () => {
    const asked = await openUpstream(9);
    const sandbox = await open("example.org");
    for (const [kind, target] of [
      ["connect", "evil.test:443"],
      ["get", "evil.test:80"],
      ["connect", "example.org:22"],
    ] as const) {
      const answer = await inside(sandbox, kind, target);
      expect(answer.text).toMatch(/^403 The sandbox does not allow /);
      expect(answer.refused).toEqual([target]);
    }
    expect(asked).toEqual([]);
  });

  verifies("process:sandbox-hosts", "they never lead to this machine, by whatever name or address", async () => {
    const server = createServer((socket) => socket.end("reached"));
    const port = await listen(server, "0.0.0.0");
    const own = Object.values(networkInterfaces()).flatMap((each) =>
      (each ?? []).filter(({ family }) => family === "IPv4"),
    );
    const hosts = ["127.0.0.1", "0.0.0.0", "0x7f.1", ...own.map(({ address }) => address)];
    const sandbox = await open("*", `*:${port}`, ...hosts.map((host) => `${host}:${port}`));
    for (const host of [...hosts, "localhost", "a.localhost", "[::1]", "[::ffff:127.0.0.1]"]) {
      const answer = await inside(sandbox, "connect", `${host}:${port}`);
      expect(answer.text).toMatch(/^403 The sandbox does not allow /);
    }
  });

  it("leave everything else of the network where it was", async () => {
    const server = createServer((socket) => socket.end("reached"));
    const port = await listen(server);
    const sandbox = await open("example.org");
    const script = `require("node:net").connect(${port}, "127.0.0.1").on("connect", () => console.log("reached")).on("error", (e) => console.log(e.code))`;
    const ended = await scope.exec(process.execPath, ["-e", script], {
      sandbox: sandbox.with(policy),
      timeoutMs: 60_000,
    });
    expect(ended.stdout.text).toBe("ECONNREFUSED\n");
  });

  it("stop with the sandbox, and nothing of it stays", async () => {
    const echo = createServer((socket) => socket.pipe(socket));
    await openUpstream(await listen(echo));
    const sandbox = await open("example.org");
    const running = scope.spawn(process.execPath, ["-e", staysOpen], { sandbox: sandbox.with(policy) });
    let text = "";
    running.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      if (text === "open\n") sandbox.close();
    });
    await running.exit;
    expect(text).toBe("open\nclosed\n");
  }, 60_000);

  it("may break off: it is seen inside, and nothing else is harmed", async () => {
    const page = createHttpServer((incoming, response) => {
      if (incoming.url === "/cut") {
        response.writeHead(200, { "Content-Length": "1000" }).write("part");
        setImmediate(() => response.destroy());
      } else response.end(`${incoming.headers.host}`);
    });
    await openUpstream(await listen(page));
    const sandbox = await open("*.test");
    const ended = await scope.exec(process.execPath, ["-e", breakOff], {
      sandbox: sandbox.with(policy),
      timeoutMs: 60_000,
    });
    expect(ended.stdout.text).toBe("part ECONNRESET\na.test b.test\n");
  });

  it("must be hosts", async () => {
    await expect(open("http://example.org/")).rejects.toThrow('"http://example.org/" is not a host');
  });
});
