import { expect } from "vitest";
import { deferred, sampleKernel, sampleTool, settled } from "../../../test/sample.ts";
import { verifies } from "../../../test/verifies.ts";
import { linkClient } from "../../../test/mcp/linked-client.ts";
import { defineServer } from "../define-server.ts";
import { watchExposure } from "./handle-tools.ts";

verifies("mcp:list-changed-auto", "a change during a comparison is not lost", async () => {
  const slow = deferred();
  const probes: string[] = [];
  let isThere = false;
  const { kernel } = sampleKernel([sampleTool(() => "used", { needs: ["feature"] })], {
    capabilities: {
      async feature() {
        const available = isThere;
        probes.push(available ? "there" : "missing");
        if (probes.length === 2) await slow.promise;
        return available ? { available } : { available, reason: "it is off" };
      },
    },
  });
  const definition = defineServer({ name: "sample", version: "1.0.0", kernel });
  const { connection, heard, close } = await linkClient(definition);
  const exposure = watchExposure(connection);
  exposure.listed((await kernel.list()).visible);
  exposure.check();
  await settled();
  isThere = true;
  exposure.check();
  exposure.check();
  slow.resolve();
  await heard.find(({ method }) => method === "notifications/tools/list_changed");
  expect(probes).toEqual(["missing", "missing", "there"]);
  await close();
});
