import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { verifies } from "../verifies.ts";
import { startHttp, useFixture, type HttpFixture } from "./fixture-process.ts";
import { hostileMessages } from "./hostile-messages.ts";
import { messageOf, openSession, sendModern, sendRaw, type RawRequest } from "./raw-http.ts";
import { envelope, initializeParams, modernVersion } from "./raw-message.ts";

const fixture = useFixture();
let server: HttpFixture;
let session: string;
beforeAll(async () => {
  server = await startHttp(fixture.program, { variant: "full" });
  session = await openSession(server);
});
afterAll(async () => await server.stop());

const tooLong = "x".repeat(4 * 1024 * 1024 + 1);

describe.each(hostileMessages)("http: $title", ({ title, bytes, code, id = null }) => {
  verifies("mcp:hostile", "is refused in both eras, and the next request is answered", async () => {
    const status = title === "a message over the cap" ? 413 : 400;
    for (const headers of [inSession(), { "mcp-protocol-version": modernVersion, "mcp-method": "tools/call" }]) {
      const response = await sendRaw(server, { body: bytes(), headers });
      expect([response.status, response.answer?.error?.code, response.answer?.id]).toEqual([status, code, id]);
    }
    await expectGoodAnswers();
  });
});

interface HostileRequest {
  readonly title: string;
  readonly request: () => RawRequest;
  readonly status: number;
  readonly code?: number;
}

const list = messageOf("tools/list");
const hostileRequests: readonly HostileRequest[] = [
  { title: "a chunked body over the cap", request: () => ({ body: tooLong, chunked: true }), status: 413 },
  { title: "a text/plain body", request: typed("text/plain"), status: 415 },
  { title: "a form", request: typed("application/x-www-form-urlencoded"), status: 415 },
  { title: "no content type", request: typed(undefined), status: 415 },
  { title: "an Accept of something else", request: inSessionWith({ accept: "text/html" }), status: 406 },
  { title: "no Accept", request: inSessionWith({ accept: undefined }), status: 406 },
  { title: "a stream with another Accept", request: () => get({ accept: "application/json" }), status: 406 },
  { title: "PUT", request: () => ({ method: "PUT", body: list, headers: inSession() }), status: 405 },
  { title: "PATCH", request: () => ({ method: "PATCH", body: list, headers: inSession() }), status: 405 },
  { title: "TRACE", request: () => ({ method: "TRACE", headers: inSession() }), status: 405 },
  { title: "PUT without a session", request: () => ({ method: "PUT", body: list }), status: 405 },
  { title: "an unknown path", request: () => ({ path: "/elsewhere", body: list }), status: 404 },
  { title: "a path below", request: () => ({ path: "/mcp/x", body: list }), status: 404 },
  { title: "a path that is no path", request: () => ({ path: "//", body: list }), status: 404 },
  { title: "no session", request: () => ({ body: list }), status: 400, code: -32_000 },
  { title: "a forged session", request: inSessionWith({ "mcp-session-id": "forged" }), status: 404, code: -32_001 },
  { title: "a stream of a forged session", request: () => get({ "mcp-session-id": "x" }), status: 404, code: -32_001 },
  {
    title: "the end of a forged session",
    request: () => ({ method: "DELETE", headers: { "mcp-session-id": "x" } }),
    status: 404,
    code: -32_001,
  },
  { title: "a legacy version that is none", request: inSessionWith({ "mcp-protocol-version": "1999" }), status: 400 },
  {
    title: "a second initialize in a session",
    request: () => ({ body: messageOf("initialize", initializeParams), headers: inSession() }),
    status: 400,
    code: -32_600,
  },
];

describe.each(hostileRequests)("http: $title", ({ request, status, code }) => {
  verifies("mcp:hostile", "is refused, and the next request is answered", async () => {
    const response = await sendRaw(server, request());
    expect([response.status, response.text.slice(0, 300)]).toEqual([status, expect.stringContaining("error")]);
    if (code !== undefined) expect(response.answer?.error?.code).toBe(code);
    await expectGoodAnswers();
  });
});

describe.each([
  { title: "a foreign Host", headers: { host: "evil.example" }, status: 403 },
  { title: "a foreign Host with our port", headers: { host: "evil.example:80" }, status: 403 },
  { title: "a Host that only looks like ours", headers: { host: "localhost.evil.example" }, status: 403 },
  { title: "a foreign Origin", headers: { origin: "https://evil.example" }, status: 403 },
  { title: "an Origin null", headers: { origin: "null" }, status: 403 },
  { title: "an Origin that only looks like ours", headers: { origin: "http://localhost.evil.example" }, status: 403 },
  { title: "no token", headers: { authorization: undefined }, status: 401 },
  { title: "a wrong token", headers: { authorization: "Bearer wrong" }, status: 401 },
  { title: "an empty token", headers: { authorization: "Bearer " }, status: 401 },
  { title: "the token under another scheme", headers: { authorization: "Basic TOKEN" }, status: 401 },
])("http: $title", ({ headers, status }) => {
  verifies("mcp:site", "stays outside, whatever it asks for", async () => {
    const withToken = { ...headers };
    if ("authorization" in withToken && withToken.authorization === "Basic TOKEN") {
      withToken.authorization = `Basic ${server.token}`;
    }
    for (const method of ["POST", "GET", "DELETE", "PUT"]) {
      const response = await sendRaw(server, { method, headers: withToken });
      expect(response.status).toBe(status);
      if (status === 401) expect(response.headers["www-authenticate"]).toBe("Bearer");
    }
    await expectGoodAnswers();
  });
});

describe("http", () => {
  verifies("mcp:site", "a token in the address is none", async () => {
    const path = `/mcp?token=${server.token}&access_token=${server.token}`;
    expect((await sendRaw(server, { path, body: list, headers: { authorization: undefined } })).status).toBe(401);
  });

  verifies("mcp:site", "pages of this machine may ask", async () => {
    const headers = { ...inSession(), origin: "http://localhost:5173" };
    expect((await sendRaw(server, { body: list, headers })).status).toBe(200);
  });

  verifies("mcp:hostile", "an id that is in flight is refused, and its first request is answered", async () => {
    const hold = messageOf("tools/call", { name: "hold", arguments: { key: "twice" } }, 7);
    const held = sendRaw(server, { body: hold, headers: inSession() });
    await server.events.find((event) => event.name === "hold-started" && event["key"] === "twice");
    const second = await sendRaw(server, { body: messageOf("ping", {}, 7), headers: inSession() });
    expect([second.status, second.answer?.error?.code]).toEqual([400, -32_600]);
    const release = messageOf("tools/call", { name: "release", arguments: { key: "twice" } }, 8);
    await sendRaw(server, { body: release, headers: inSession() });
    expect((await held).answer?.result).toMatchObject({ content: [{ text: "twice was released" }] });
    const free = await sendRaw(server, { body: messageOf("ping", {}, 7), headers: inSession() });
    expect(free.answer?.result).toEqual({});
  });

  verifies("mcp:hostile", "a body shorter or longer than its Content-Length harms nobody", async () => {
    for (const length of [list.length + 50, 10]) {
      const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${server.token}\r\n`;
      await speak(`${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${list}`);
      await expectGoodAnswers();
    }
  });

  verifies("mcp:site", "a request without a Host, or with an empty one, stays outside", async () => {
    const rest = `Authorization: Bearer ${server.token}\r\nConnection: close\r\n\r\n`;
    expect(await speak(`GET /mcp HTTP/1.0\r\n${rest}`)).toMatch(/^HTTP\/1\.1 403 /);
    expect(await speak(`GET /mcp HTTP/1.1\r\nHost:\r\n${rest}`)).toMatch(/^HTTP\/1\.1 40[03] /);
  });

  verifies("mcp:hostile", "a body announced as a gigabyte is refused before it comes", async () => {
    const headers = { "content-length": String(1024 ** 3), expect: "100-continue" };
    expect((await sendRaw(server, { headers })).status).toBe(413);
    await expectGoodAnswers();
  });

  verifies("mcp:hostile", "modern: an unknown version, no envelope, headers that say something else", async () => {
    const unknown = await sendModern(server, "tools/list", { _meta: envelope("2099-01-01") }, version("2099-01-01"));
    expect([unknown.status, unknown.answer?.error]).toMatchObject([
      400,
      { code: -32_022, data: { supported: [modernVersion] } },
    ]);
    const bare = await sendModern(server, "tools/list", { _meta: undefined });
    expect([bare.status, bare.answer?.error?.code]).toEqual([400, -32_602]);
    const call = { name: "echo", arguments: { text: "x" } };
    for (const headers of [
      { "mcp-method": "tools/list" },
      { "mcp-method": undefined },
      { "mcp-name": "fail" },
      { "mcp-name": undefined },
      { "mcp-protocol-version": "2025-11-25" },
    ]) {
      const { status, answer } = await sendModern(server, "tools/call", call, headers);
      expect([headers, status, answer?.error?.code]).toEqual([headers, 400, -32_020]);
    }
    await expectGoodAnswers();
  });

  verifies("mcp:hostile", "modern: an unknown method is not found, streams and ends are not allowed", async () => {
    const unknown = await sendModern(server, "tools/destroy");
    expect([unknown.status, unknown.answer?.error?.code]).toEqual([404, -32_601]);
    for (const method of ["GET", "DELETE"]) {
      const headers = { accept: "text/event-stream", ...version(modernVersion) };
      expect((await sendRaw(server, { method, headers })).status).toBe(405);
    }
    await expectGoodAnswers();
  });
});

/** Sends the text over a socket of its own, hangs up and gives what came back. */
async function speak(text: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
  const heard: Buffer[] = [];
  socket.on("data", (chunk) => heard.push(chunk));
  // Whether it is reset or ended does not matter here.
  socket.on("error", () => {});
  const closed = once(socket, "close");
  socket.end(text);
  await closed;
  return Buffer.concat(heard).toString();
}

function version(stated: string) {
  return { "mcp-protocol-version": stated };
}

function inSession() {
  return { "mcp-session-id": session };
}

function inSessionWith(headers: NonNullable<RawRequest["headers"]>): () => RawRequest {
  return () => ({ body: list, headers: { ...inSession(), ...headers } });
}

function typed(type: string | undefined): () => RawRequest {
  return inSessionWith({ "content-type": type });
}

function get(headers: NonNullable<RawRequest["headers"]>): RawRequest {
  return { method: "GET", headers: { accept: "text/event-stream", ...inSession(), ...headers } };
}

async function expectGoodAnswers(): Promise<void> {
  const call = { name: "echo", arguments: { text: "alive" } };
  const legacy = await sendRaw(server, { body: messageOf("tools/call", call), headers: inSession() });
  const modern = await sendModern(server, "tools/call", call);
  for (const { status, answer } of [legacy, modern]) {
    expect([status, answer?.result]).toMatchObject([200, { content: [{ text: "alive" }] }]);
  }
}
