import { createServer as createHttpServer, request } from "node:http";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { openAllowedHosts } from "./allowed-hosts.ts";

const ends: (() => void)[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const end of ends.splice(0)) end();
});

/** A proxy of this machine behind ours, which hands every connection to `serve`. */
async function open(serve: (socket: Socket) => void) {
  const remotes: Socket[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      remotes.push(socket);
      serve(socket);
      socket.resume();
    });
  });
  for (const name of ["http_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"])
    vi.stubEnv(name, "");
  vi.stubEnv("https_proxy", `http://127.0.0.1:${await listen(server)}`);
  const hosts = await openAllowedHosts(["*.test"], "loopback");
  ends.push(() => hosts.close());
  return { remotes, proxy: new URL(hosts.environment["http_proxy"] ?? "") };
}

async function listen(server: Server): Promise<number> {
  ends.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

function loginOf({ username, password }: URL): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

async function ask(proxy: URL, path: string, login = loginOf(proxy)): Promise<string> {
  return await new Promise((resolve) => {
    const headers = login === "" ? {} : { "Proxy-Authorization": login };
    const asked = request({ host: proxy.hostname, port: proxy.port, path, headers, agent: false }, (reply) => {
      let text = "";
      reply.on("data", (part: Buffer) => (text += part.toString("utf8")));
      reply.on("end", () => resolve(`${reply.statusCode} ${text}`));
      reply.on("error", (error) => resolve(error.message));
    });
    asked.on("error", (error) => resolve(error.message));
    asked.end();
  });
}

function answer(text: string): (socket: Socket) => void {
  return (socket) => void socket.once("data", () => socket.end(text));
}

it("on the loopback of this machine serves only those who know its password", async () => {
  const { proxy } = await open(answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"));
  expect(await ask(proxy, "http://a.test/", "")).toMatch(/^407 /);
  expect(await ask(proxy, "http://a.test/", `Basic ${Buffer.from("sandbox:no").toString("base64")}`)).toMatch(/^407 /);
  expect(await ask(proxy, "http://a.test/")).toBe("200 hi");
});

it.each([
  ["a status that is none", "HTTP/1.1 099 X\r\n\r\n"],
  ["another protocol", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"],
  ["no HTTP at all", "\0\0\0"],
  ["nothing", ""],
  ["less than it promised", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"],
])("survives a host that answers %s, and its client gets an end", async (_title, reply) => {
  const { proxy } = await open(answer(reply));
  expect(await ask(proxy, "http://a.test/")).toMatch(/socket hang up|aborted|^502 /);
});

it("keeps the framing of a request whose length is not told", async () => {
  let received = "";
  const host = createHttpServer((incoming, response) => {
    incoming.on("data", (part: Buffer) => (received += part.toString("utf8")));
    incoming.on("end", () => response.end(`${incoming.method} ${received}`));
  });
  const port = await listen(host);
  const { proxy } = await open((socket) => {
    const remote = connect(port, "127.0.0.1");
    socket.pipe(remote).pipe(socket);
  });
  const text = await new Promise<string>((resolve) => {
    const headers = { "Proxy-Authorization": loginOf(proxy), "Transfer-Encoding": "chunked" };
    const options = { host: proxy.hostname, port: proxy.port, path: "http://a.test/", method: "DELETE", headers };
    const asked = request({ ...options, agent: false }, (reply) => reply.once("data", (part) => resolve(String(part))));
    asked.end("hello");
  });
  expect(text).toBe("DELETE hello");
});

it("ends a client that sends very many requests at once, and what was opened for it", async () => {
  const { proxy, remotes } = await open(() => {});
  const client = connect(Number(proxy.port), proxy.hostname);
  client.on("error", () => {});
  const one = `GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nProxy-Authorization: ${loginOf(proxy)}\r\n\r\n`;
  client.write(one.repeat(1_500));
  await new Promise((resolve) => client.once("close", resolve));
  await vi.waitFor(() => expect(remotes.filter(({ destroyed }) => !destroyed).length).toBe(0), { timeout: 60_000 });
  expect(remotes.length).toBeLessThanOrEqual(16);
  expect(await ask(proxy, "http://other.org/")).toMatch(/^403 /);
}, 120_000);
