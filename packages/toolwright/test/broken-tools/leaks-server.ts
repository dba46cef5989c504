import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { defineBroken } from "./define-broken.ts";

const servers: Server[] = [];

/** Listens on a port and never closes it. */
export const leaksServer = defineBroken("leaks_server", async ({ text }) => {
  const server = createServer();
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return text;
});

export function closeServers(): void {
  for (const server of servers.splice(0)) server.close();
}
