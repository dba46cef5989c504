import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createKernel } from "toolwright";
import { describe, expect, onTestFinished, test } from "vitest";
import { cliRun } from "../../../../toolwright/test/cli-run.ts";
import { makeTempPlace, type TempPlace, writeFiles } from "../../../test/support/temp-project.ts";
import { createTokenCommand } from "./token-command.ts";
import { openTokenGate } from "./token-gate.ts";

const isPosix = process.platform !== "win32";

function run(place: TempPlace, ...argv: readonly string[]) {
  const env = { XDG_CONFIG_HOME: join(place.base, "config"), APPDATA: join(place.base, "config") };
  const command = createTokenCommand({ cwd: place.root, env, packageRoot: "", version: "1" });
  const kernel = createKernel({ tools: [], onEvent: () => {} });
  return cliRun(kernel, ["token", ...argv], { program: "outrider", env, commands: [command] });
}

function fileOf(place: TempPlace): string {
  return join(place.base, "config", "outrider", "tokens.json");
}

async function add(place: TempPlace, name: string): Promise<string> {
  const { code, stdout, stderr } = await run(place, "add", name);
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}

async function openGate(place: TempPlace) {
  const revoked: string[] = [];
  const gate = await openTokenGate({ file: fileOf(place), onRevoked: (principal) => void revoked.push(principal) });
  onTestFinished(gate.close);
  return { gate, revoked };
}

describe("the command", () => {
  test("a token is shown once, and only its hash is kept, for this user alone", async () => {
    const place = makeTempPlace();
    const { code, stdout, stderr } = await run(place, "add", "laptop");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^outrider_[\w-]{43}\n$/);
    expect(stderr).toContain("the token of laptop");
    const kept = readFileSync(fileOf(place), "utf8");
    expect(kept).not.toContain(stdout.trim());
    expect(kept).toMatch(/"hash": "[0-9a-f]{64}"/);
    expect(statSync(fileOf(place)).mode & (isPosix ? 0o777 : 0)).toBe(isPosix ? 0o600 : 0);
    const { stdout: listed } = await run(place, "list");
    expect(listed).toMatch(/^laptop {2}since \d{4}-\S+ {2}id [0-9a-f]{16}\n$/);
    expect(JSON.parse((await run(place, "list", "--json")).stdout)).toEqual([
      { name: "laptop", id: expect.any(String), created: expect.any(String) },
    ]);
  });

  test("removing takes one away, and its name is free again", async () => {
    const place = makeTempPlace();
    await add(place, "laptop");
    await add(place, "phone");
    expect(await run(place, "remove", "laptop")).toMatchObject({ code: 0 });
    expect((await run(place)).stdout).toMatch(/^phone .*\n$/);
    await add(place, "laptop");
  });

  test.each([
    ["a name that is taken", ["add", "laptop"], "There is a token laptop already"],
    ["no name", ["add"], "as in `outrider token add laptop`"],
    ["a name that is none", ["add", "../x"], '"../x" cannot name a token'],
    ["an unknown name", ["remove", "lap"], 'There is no token "lap". There are laptop.'],
    ["an unknown verb", ["show"], "token show is unknown"],
    ["a name too many", ["list", "laptop"], "token list takes no name"],
  ])("%s is told, and nothing changes", async (_title, argv, told) => {
    const place = makeTempPlace();
    await add(place, "laptop");
    const before = readFileSync(fileOf(place), "utf8");
    const { code, stdout, stderr } = await run(place, ...argv);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(told);
    expect(readFileSync(fileOf(place), "utf8")).toBe(before);
  });

  test("without any, the list says how to make one, and writes nothing", async () => {
    const place = makeTempPlace();
    expect((await run(place, "list")).stderr).toContain("outrider token add NAME");
    expect(existsSync(fileOf(place))).toBe(false);
  });
});

describe("who comes in", () => {
  test("each by their own token, and nobody without one", async () => {
    const place = makeTempPlace();
    const tokens = [await add(place, "laptop"), await add(place, "phone")];
    const { gate } = await openGate(place);
    expect([gate.ownToken, gate.names]).toEqual([undefined, ["laptop", "phone"]]);
    expect(await Promise.all(tokens.map(gate.principalOf))).toEqual([
      expect.stringMatching(/^token:laptop:[0-9a-f]{16}$/),
      expect.stringMatching(/^token:phone:[0-9a-f]{16}$/),
    ]);
    const hash = /"hash": "([0-9a-f]{64})"/.exec(readFileSync(fileOf(place), "utf8"))?.[1] ?? "";
    const wrong = ["", "laptop", hash, tokens[0]?.slice(0, -1) ?? "", `${tokens[0]}x`];
    for (const each of wrong) expect([each, await gate.principalOf(each)]).toEqual([each, undefined]);
  });

  test("what is added or removed while the server runs counts at once; the same name is somebody else", async () => {
    const place = makeTempPlace();
    const { gate, revoked } = await openGate(place);
    expect(await gate.principalOf(gate.ownToken ?? "")).toMatch(/^run:[0-9a-f]{16}$/);
    const first = await add(place, "laptop");
    const one = await gate.principalOf(first);
    expect(one).toMatch(/^token:laptop:/);
    await run(place, "remove", "laptop");
    expect(await gate.principalOf(first)).toBeUndefined();
    expect(revoked).toEqual([one]);
    const second = await add(place, "laptop");
    expect(await gate.principalOf(first)).toBeUndefined();
    const other = await gate.principalOf(second);
    expect(other).toMatch(/^token:laptop:/);
    expect(other).not.toBe(one);
  });

  const spoiled: readonly { readonly title: string; readonly spoil: (file: string) => void }[] = [
    { title: "it is damaged", spoil: (file) => writeFileSync(file, "{") },
    { title: "it says too much", spoil: (file) => writeFileSync(file, '{"version":1,"tokens":[],"allow":"all"}') },
    ...(isPosix ? [{ title: "others may write to it", spoil: (file: string) => chmodSync(file, 0o622) }] : []),
  ];
  test.each(spoiled)("a file that cannot be trusted lets nobody in: $title", async ({ spoil }) => {
    const place = makeTempPlace();
    const token = await add(place, "laptop");
    const { gate } = await openGate(place);
    expect(await gate.principalOf(token)).toBeDefined();
    spoil(fileOf(place));
    await expect(gate.principalOf(token)).rejects.toThrow("cannot be used");
    await expect(gate.principalOf(token)).rejects.toThrow("cannot be used");
    await expect(openTokenGate({ file: fileOf(place), onRevoked() {} })).rejects.toThrow("cannot be used");
    expect(await run(place, "add", "another")).toMatchObject({ code: 2 });
  });

  test.runIf(isPosix)("a file of another kind is not read", async () => {
    const place = makeTempPlace();
    writeFiles(join(fileOf(place), "inner"), { "a.txt": "" });
    await expect(openTokenGate({ file: fileOf(place), onRevoked() {} })).rejects.toThrow("cannot be used");
  });
});
