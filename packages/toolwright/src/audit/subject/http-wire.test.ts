import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { openHttpWire } from "./http-wire.ts";

async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/mcp`;
}

const answer = 'data: {"jsonrpc":"2.0","id":1,"result":{"words":"über"}}';

test("an answer with an id that is no number, nested too deep, is no answer", async () => {
  const deep = `${"[".repeat(600)}${"]".repeat(600)}`;
  const url = await listen((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const odd = `data: {"jsonrpc":"2.0","id":{"toString":1,"valueOf":1},"result":{"deep":${deep}}}`;
    response.end(`${odd}\n\n${answer}\n\n`);
  });
  const wire = openHttpWire({ url });
  expect(await wire.open("ping", {}, { timeoutMs: 2_000 }).reply).toMatchObject({ kind: "result" });
  await wire.close();
});

test("the end of a session is not sent on to another server", async () => {
  const strayed: (string | undefined)[] = [];
  const other = await listen((request, response) => {
    strayed.push(request.method);
    response.end();
  });
  const asked: (string | undefined)[] = [];
  const url = await listen((request: IncomingMessage, response) => {
    asked.push(request.method);
    if (request.method === "DELETE") return void response.writeHead(307, { location: other }).end();
    response.writeHead(200, { "content-type": "application/json", "mcp-session-id": "secret" });
    response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
  });
  const wire = openHttpWire({ url });
  await wire.open("ping", {}, { timeoutMs: 2_000 }).reply;
  await wire.close();
  expect(asked).toEqual(["POST", "DELETE"]);
  expect(strayed).toEqual([]);
});
