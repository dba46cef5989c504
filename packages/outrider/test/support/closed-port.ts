import { once } from "node:events";
import { createServer } from "node:net";

/** A port of this machine that nobody listens on: for a server that is to be started, or one that is away. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}
