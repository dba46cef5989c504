import { openPostgresStore, type PostgresOptions } from "../src/search/stores/postgres.ts";
import { dimensions, type StoreKit } from "../src/search/stores/store-contents.test-kit.ts";
import { runStoreProcess } from "./stores-run.ts";

export interface TestServer {
  readonly url: string;
  restart(whileDown: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

let kits = 0;

/** One checkout and one model a kit, in a schema that all share. */
export function postgresKit(server: TestServer, more: Partial<PostgresOptions> = {}): Required<StoreKit> {
  kits += 1;
  const own = `${process.pid}-${kits}`;
  const names = { schema: "out rider", model: `model ${own}`, checkout: `checkout ${own}` };
  const options: PostgresOptions = { url: server.url, urlName: "TEST_URL", dimensions, ...names, ...more };
  return {
    open: ({ model, ...others } = {}) =>
      openPostgresStore({ ...options, ...others, model: model === undefined ? options.model : `${model} ${own}` }),
    restart: server.restart,
    writeElsewhere: async () => await runStoreProcess("postgres", JSON.stringify(options)),
  };
}
