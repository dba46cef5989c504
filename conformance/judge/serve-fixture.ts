import { serveHttp } from "toolwright/mcp";
import { defineFixture } from "../fixture/definition.ts";

export interface ServedFixture {
  readonly url: string;
  /** Ends it and tells what went wrong inside meanwhile. */
  close(): Promise<readonly string[]>;
}

/** The fixture on a free port of this machine. Each judge has its own, so that none hears of another's changes. */
export async function serveFixture(): Promise<ServedFixture> {
  const faults: unknown[] = [];
  const definition = defineFixture((fault) => faults.push(fault));
  const served = await serveHttp(definition, { token: false });
  return {
    url: served.url,
    async close() {
      await served.close();
      const { unfinished } = await definition.kernel.close();
      return [
        ...faults.filter((fault) => !isProvoked(fault)).map((fault) => `fault in the server: ${String(fault)}`),
        ...unfinished.map((tool) => `${tool} never ended`),
      ];
    },
  };
}

/** The host reports bad requests too, and the suite sends many on purpose. */
function isProvoked(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  return fault.name === "ProtocolError" || fault.message.startsWith("Rejected inbound request");
}
