import { expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { createReadResourceTool } from "../resources/read-resource-tool.ts";
import type { ReadContext } from "../resources/provider.ts";
import { harness } from "../testing/index.ts";
import { testConformance } from "../../test/test-tool.ts";
import { createProbeResources } from "./probe-resources.ts";
import { createProbeTool } from "./probe-tool.ts";
import { reportProbe } from "./report.ts";

const context: ReadContext = {
  caller: { host: "test", session: "one", principal: "tester" },
  signal: new AbortController().signal,
};

function delivered(text: string): readonly string[] {
  const { surfaces, unknown } = reportProbe(text);
  expect(unknown).toEqual([]);
  return surfaces.flatMap(({ surface, verdict }) => (verdict === "everything" ? [surface] : []));
}

testConformance(createProbeTool());

verifies("probe:surfaces", "each text carries the sentinels of its own surface and no others", async () => {
  expect(delivered(createProbeTool().description)).toEqual(["tool description"]);
  const provider = createProbeResources();
  const [body, description] = await provider.list(context);
  expect([body?.uri, description?.uri]).toEqual(["probe://body-test", "probe://description-test"]);
  expect(delivered(description?.description ?? "")).toEqual(["resource description"]);
  expect(delivered(JSON.stringify(await provider.read("probe://body-test", context)))).toEqual(["resource body"]);
  for (const text of [body?.description, JSON.stringify(await provider.read("probe://description-test", context))]) {
    expect(text).not.toMatch(/SENTINEL_\w/);
  }
});

test("calling the tool tells what to quote, with nothing that looks like a sentinel", async () => {
  await using kit = harness([createProbeTool()]);
  const outcome = await kit.call("delivery_probe", {});
  expect(outcome).toMatchObject({ status: "ok", text: expect.stringContaining("Quote every word") });
  expect(JSON.stringify(outcome)).not.toMatch(/SENTINEL_\w/);
});

test("a longer body is delivered by the tool that reads resources, or its cut is found", async () => {
  const provider = createProbeResources({ bodyBytes: 120_000 });
  await using kit = harness([createReadResourceTool(provider)]);
  const outcome = await kit.call("read_resource", { uri: "probe://body-test" });
  const text = outcome.status === "ok" ? outcome.text : "";
  expect(reportProbe(text).surfaces).toContainEqual(
    expect.objectContaining({ surface: "resource body", verdict: "holes" }),
  );
});
