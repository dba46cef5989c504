import { request } from "node:http";
import { describe, expect, onTestFinished } from "vitest";
import { z } from "zod";
import type { HttpOptions } from "../../src/mcp/index.ts";
import { verifies } from "../verifies.ts";
import { startHttp, useFixture, type HttpFixture } from "./fixture-process.ts";
import { createLog, type Log } from "./log.ts";
import { messageOf, openSession, sendModern, sendRaw, type RawResponse } from "./raw-http.ts";
import { envelope, initializeParams, modernVersion } from "./raw-message.ts";

const fixture = useFixture();

describe("cancelling", () => {
  verifies("mcp:cancel-silent", "a cancelled legacy request ends its answer without a word", async () => {
    const server = await start();
    const session = await openSession(server);
    const held = hold(server, session, "cancelled");
    await started(server, "cancelled");
    const params = { requestId: "cancelled", reason: "enough" };
    const cancel = JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    expect((await sendRaw(server, { body: cancel, headers: inSession(session) })).status).toBe(202);
    await aborted(server, "cancelled");
    expect((await held).answer).toBeUndefined();
    // The id is free again.
    const { answer } = await sendRaw(server, {
      body: messageOf("ping", {}, "cancelled"),
      headers: inSession(session),
    });
    expect(answer?.result).toEqual({});
  });

  verifies("mcp:disconnect", "a client that hangs up cancels its call, in both eras", async () => {
    const server = await start();
    const session = await openSession(server);
    const modern = { "mcp-protocol-version": modernVersion, "mcp-method": "tools/call", "mcp-name": "hold" };
    const rows = [
      { key: "legacy", headers: inSession(session), meta: {} },
      { key: "modern", headers: modern, meta: envelope() },
    ];
    for (const { key, headers, meta } of rows) {
      const hangUp = new AbortController();
      const answer = fetch(server.url, {
        method: "POST",
        body: messageOf("tools/call", { name: "hold", arguments: { key }, _meta: meta }),
        signal: hangUp.signal,
        headers: {
          authorization: `Bearer ${server.token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
      });
      // In one era the headers come at once, in the other with the answer.
      const ended = answer
        .then(async (response) => await response.text())
        .then(
          () => "answered",
          () => "aborted",
        );
      await started(server, key);
      hangUp.abort();
      await aborted(server, key);
      expect(await ended).toBe("aborted");
    }
    expect((await sendRaw(server, { body: messageOf("ping"), headers: inSession(session) })).status).toBe(200);
  });
});

describe("sessions", () => {
  verifies("mcp:session-cap", "one client too many takes the place of the one that was silent longest", async () => {
    const server = await start({ maxSessions: 2 });
    const [first, second] = [await openSession(server), await openSession(server)];
    await sendRaw(server, { body: messageOf("ping"), headers: inSession(first) });
    const third = await openSession(server);
    const statuses = [];
    for (const session of [first, second, third]) {
      statuses.push((await sendRaw(server, { body: messageOf("ping"), headers: inSession(session) })).status);
    }
    expect(statuses).toEqual([200, 404, 200]);
  });

  verifies("mcp:session-cap", "nor are there more when many come at once", async () => {
    const server = await start({ maxSessions: 3 });
    await Promise.all(Array.from({ length: 20 }, async () => await openSession(server).catch(() => undefined)));
    server.tell("measure");
    const { sessions } = await server.events.find((event) => event.name === "measured");
    expect(sessions).toBe(3);
  });

  verifies("mcp:session-cap", "clients at work are not pushed out", async () => {
    const server = await start({ maxSessions: 1 });
    const session = await openSession(server);
    const held = hold(server, session, "busy");
    await started(server, "busy");
    const refused = await sendRaw(server, { body: messageOf("initialize", initializeParams) });
    expect([refused.status, refused.answer?.error?.code]).toEqual([503, -32_000]);
    // Modern clients have no sessions, so that the cap is none of theirs.
    expect((await sendModern(server, "tools/list")).status).toBe(200);
    await release(server, session, "busy");
    expect((await held).answer?.result).toBeDefined();
    await openSession(server);
  });

  verifies("mcp:session-idle", "a silent client is forgotten, one that listens or works is not", async () => {
    const server = await start({ sessionIdleMs: 1_000 });
    const [silent, listening, working] = [
      await openSession(server),
      await openSession(server),
      await openSession(server),
    ];
    const stream = listen(server, inSession(listening));
    await stream.opened;
    const held = hold(server, working, "long");
    await started(server, "long");
    await waitForSessions(server, 2);
    const forgotten = await sendRaw(server, { body: messageOf("ping"), headers: inSession(silent) });
    expect([forgotten.status, forgotten.answer?.error?.code]).toEqual([404, -32_001]);
    await release(server, working, "long");
    expect((await held).answer?.result).toBeDefined();
    stream.close();
    await waitForSessions(server, 0);
  });

  verifies("mcp:session-idle", "a client whose call was cancelled is forgotten, too", async () => {
    const server = await start({ sessionIdleMs: 1_000 });
    const session = await openSession(server);
    const held = hold(server, session, "given-up");
    await started(server, "given-up");
    const params = { requestId: "given-up" };
    const body = JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params });
    await sendRaw(server, { body, headers: inSession(session) });
    await waitForSessions(server, 0);
    await held;
  });

  verifies("mcp:session-end", "a client that says goodbye is gone, and so are its calls", async () => {
    const server = await start();
    const session = await openSession(server);
    const held = hold(server, session, "left");
    await started(server, "left");
    expect((await sendRaw(server, { method: "DELETE", headers: inSession(session) })).status).toBe(200);
    await aborted(server, "left");
    await held;
    await waitForSessions(server, 0);
    expect((await sendRaw(server, { body: messageOf("ping"), headers: inSession(session) })).status).toBe(404);
  });

  verifies("mcp:session-end", "a client that hangs up while it is asked something leaves nothing behind", async () => {
    const server = await start({ sessionIdleMs: 1_000 });
    const session = await openSession(server, undefined, { elicitation: {} });
    const asked = listen(server, inSession(session), {
      method: "tools/call",
      params: { name: "remove_file", arguments: { path: "x" } },
    });
    await asked.heard.find((text) => text.includes("elicitation/create"));
    asked.close();
    await waitForSessions(server, 0);
  });
});

describe("closing", () => {
  verifies("mcp:close", "what runs may finish; nothing new is let in; then nothing listens", async () => {
    const server = await start();
    const session = await openSession(server);
    const stream = listen(server, inSession(session));
    await stream.opened;
    const held = hold(server, session, "finishing");
    const modern = sendModern(server, "tools/call", { name: "hold", arguments: { key: "modern" } });
    const news = listen(
      server,
      { "mcp-protocol-version": modernVersion, "mcp-method": "subscriptions/listen" },
      {
        method: "subscriptions/listen",
        params: { _meta: envelope(), notifications: { toolsListChanged: true } },
      },
    );
    await news.heard.find((text) => text.includes("acknowledged"));
    await started(server, "finishing");
    await started(server, "modern");
    server.tell("close 600000");
    await server.events.find((event) => event.name === "closing");
    await expect(sendRaw(server, { path: "/health", method: "GET" })).rejects.toMatchObject({ code: "ECONNREFUSED" });
    server.tell("release finishing");
    server.tell("release modern");
    expect((await held).answer?.result).toMatchObject({ content: [{ text: "finishing was released" }] });
    expect((await modern).answer?.result).toMatchObject({ content: [{ text: "modern was released" }] });
    // Streams that only wait for news are not waited for, and end in order.
    await server.events.find((event) => event.name === "closed");
    await news.heard.find((text) => text.includes('"result"'));
  });

  verifies("mcp:close", "what does not finish in time is cancelled", async () => {
    const server = await start();
    const session = await openSession(server);
    const held = hold(server, session, "stuck").catch(() => undefined);
    await started(server, "stuck");
    server.tell("close 100");
    await aborted(server, "stuck");
    const closed = await server.events.find((event) => event.name === "closed");
    // The pipes of the test and nothing else: no socket, no timer.
    expect(new Set(z.array(z.string()).parse(closed["handles"]))).toEqual(new Set(["PipeWrap"]));
    await held;
  });

  verifies("mcp:health", "anybody on this machine may ask; it tells nothing else", async () => {
    const server = await start();
    const headers = { authorization: undefined };
    const healthy = await sendRaw(server, { method: "GET", path: "/health", headers });
    expect([healthy.status, healthy.text]).toEqual([200, '{"status":"ok"}']);
    expect((await sendRaw(server, { method: "POST", path: "/health", headers })).status).toBe(405);
    expect((await sendRaw(server, { method: "GET", path: "/health", headers: { host: "evil.example" } })).status).toBe(
      403,
    );
  });
});

async function start(http: HttpOptions = {}): Promise<HttpFixture> {
  const server = await startHttp(fixture.program, { variant: "full", http });
  onTestFinished(server.stop);
  return server;
}

function inSession(id: string) {
  return { "mcp-session-id": id };
}

/** A call that runs until it is released; its key is its id. */
function hold(server: HttpFixture, session: string, key: string): Promise<RawResponse> {
  const body = messageOf("tools/call", { name: "hold", arguments: { key } }, key);
  return sendRaw(server, { body, headers: inSession(session) });
}

async function release(server: HttpFixture, session: string, key: string): Promise<void> {
  const body = messageOf("tools/call", { name: "release", arguments: { key } }, `release ${key}`);
  await sendRaw(server, { body, headers: inSession(session) });
}

async function started(server: HttpFixture, key: string): Promise<void> {
  await server.events.find((event) => event.name === "hold-started" && event["key"] === key);
}

async function aborted(server: HttpFixture, key: string): Promise<void> {
  await server.events.find((event) => event.name === "hold-aborted" && event["key"] === key);
}

async function waitForSessions(server: HttpFixture, wanted: number): Promise<void> {
  server.tell(`await-sessions ${wanted}`);
  await server.events.find((event) => event.name === "sessions" && event["count"] === wanted);
}

interface OpenStream {
  readonly opened: Promise<void>;
  readonly heard: Log<string>;
  close(): void;
}

/** The stream on which a legacy client hears what nobody asked for, or that of the answer to a request. */
function listen(
  server: HttpFixture,
  headers: Readonly<Record<string, string>>,
  message?: { readonly method: string; readonly params: unknown },
): OpenStream {
  const heard = createLog<string>();
  const outgoing = request(server.url, {
    method: message === undefined ? "GET" : "POST",
    headers: {
      accept: message === undefined ? "text/event-stream" : "application/json, text/event-stream",
      "content-type": "application/json",
      authorization: `Bearer ${server.token}`,
      ...headers,
    },
  });
  outgoing.on("error", () => {});
  const opened = new Promise<void>((resolve) => {
    outgoing.on("response", (response) => {
      response.on("error", () => {});
      response.on("data", (chunk: Buffer) => heard.add(String(chunk)));
      resolve();
    });
  });
  outgoing.end(message === undefined ? undefined : messageOf(message.method, message.params));
  return { opened, heard, close: () => void outgoing.destroy() };
}
