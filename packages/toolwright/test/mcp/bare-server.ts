import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { report } from "./fixture-tools.ts";

// Answers and does nothing else: what a request to it takes is what the machine takes.
const server = createServer((request, response) => {
  request.resume();
  request.once("end", () => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end('{"jsonrpc":"2.0","id":1,"result":{}}');
  });
});
server.listen(0, "127.0.0.1", () => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- it listens on a port
  const { port } = server.address() as AddressInfo;
  report("serving", { url: `http://127.0.0.1:${port}/mcp` });
});
process.stdin.on("end", () => process.exit()).resume();
