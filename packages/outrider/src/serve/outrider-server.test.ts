import { afterEach, describe, expect, test, vi } from "vitest";
import { openKit } from "../../test/support/outrider-kit.ts";
import { tools } from "../tools/index.ts";
import { profiles } from "../workspace/config/profile.ts";
import { defineOutriderServer } from "./outrider-server.ts";

/** Names of tools in backticks that are not among those of a profile. */
function absentTools(text: string, there: readonly string[]): readonly string[] {
  const named = new Set([...text.matchAll(/`(\w+)`/g)].map(([, word = ""]) => word));
  return tools.map(({ name }) => name).filter((name) => named.has(name) && !there.includes(name));
}

/** Errors and other tools lead to these. */
const unnamed: ReadonlySet<string> = new Set(["approve_write", "create_file", "delete_file", "index", "move_file"]);

/** A directory in which clients start servers, and which is no project. */
function makeHome(directory: string): void {
  for (const name of ["HOME", "USERPROFILE"]) vi.stubEnv(name, directory);
}

afterEach(() => void vi.unstubAllEnvs());

describe.each(profiles)("the %s profile", (profile) => {
  test("instructions and documents name only tools that are there, and all of them are named", async () => {
    const { outrider } = await openKit({}, { profile });
    const { toolNames } = outrider.kernel;
    const { instructions = "", prompts, resources } = defineOutriderServer(outrider, "0.0.0");
    // Where there are scripts without the tools, instructions name functions of scripts, too.
    const named = profile === "full" ? toolNames : tools.map(({ name }) => name);
    expect(absentTools(instructions, named)).toEqual([]);
    for (const name of toolNames.filter((each) => !unnamed.has(each))) expect(instructions).toContain(`\`${name}\``);
    const context = {
      caller: { host: "test", session: "test", principal: "tester" },
      signal: new AbortController().signal,
    };
    const listed = (await resources?.list(context)) ?? [];
    expect(listed.map(({ uri }) => uri)).toContain("doc://security");
    for (const { uri } of listed.filter((each) => each.uri.startsWith("doc://") && !each.uri.includes("tool-guide"))) {
      const [content] = (await resources?.read(uri, context)) ?? [];
      const text = content !== undefined && "text" in content.body ? content.body.text : "";
      expect(absentTools(text, toolNames), uri).toEqual([]);
    }
    expect(prompts.map(({ name }) => name)).toEqual(profile === "full" ? ["onboard"] : []);
  });

  test("without a project the advice is one that can be followed", async () => {
    const kit = await openKit({}, { profile, project: undefined, prepare: ({ root }) => makeHome(root) });
    const [tool, input] = profile === "script" ? ["script", { code: "await symbols({})" }] : ["symbols", {}];
    const outcome = await kit.call(tool, input);
    expect(outcome).toMatchObject({
      status: "tool_error",
      error: { code: expect.stringMatching(/^(?:no_project|script_error)$/) },
    });
    const { message } = outcome.status === "ok" ? { message: "" } : outcome.error;
    expect(absentTools(message, kit.outrider.kernel.toolNames)).toEqual([]);
    expect(message).toContain(profile === "script" ? "--project" : "`workspace`");
  });
});

test("a subscriber of the resources hears that a session has turned to another project", async () => {
  const kit = await openKit({ "sub/package.json": "{}" });
  const heard: unknown[] = [];
  const stop = kit.outrider.resources.watch?.((change) => heard.push(change));
  await kit.read("workspace", { action: "activate", path: "sub" });
  expect(heard).toEqual(expect.arrayContaining(["list", { uri: "project://summary" }]));
  heard.length = 0;
  await kit.read("workspace", { action: "activate", path: "." });
  expect(heard).toEqual([]);
  stop?.();
  await kit.read("workspace", { action: "activate", path: ".." });
  expect(heard).toEqual([]);
});
