import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import type { TestServer } from "./stores-server.ts";

/** PostgreSQL as WebAssembly inside of this process, behind the protocol of the real one. */
export async function startPglite(): Promise<TestServer> {
  const db = await PGlite.create({ extensions: { vector } });
  const listen = async (port: number): Promise<PGLiteSocketServer> => {
    const server = new PGLiteSocketServer({ db, port, host: "127.0.0.1", maxConnections: 50 });
    await server.start();
    return server;
  };
  let server = await listen(0);
  const port = Number(server.getServerConn().split(":").at(-1));
  return {
    url: `postgres://postgres:pa%2Fss-wörd@127.0.0.1:${port}/postgres`,
    async restart(whileDown) {
      await server.stop();
      await whileDown();
      server = await listen(port);
    },
    async stop() {
      await server.stop();
      await db.close();
    },
  };
}
