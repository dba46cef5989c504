import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProcessRunner, findSandbox } from "toolwright/process";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { openKit } from "../../test/support/outrider-kit.ts";
import { residentDirectories } from "../workspace/projects/resident-directories.ts";

const runner = createProcessRunner();
const found = await findSandbox(runner.openScope());
afterAll(async () => void (await runner.close()));
if (found.name === "none") console.log(`That commands cannot reach a resident process is not tested: ${found.reason}`);

/** A token in each directory where one may lie. */
function makeTokens(): readonly string[] {
  const base = mkdtempSync(join(tmpdir(), "places-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  for (const name of ["XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMPDIR"]) {
    mkdirSync(join(base, name));
    vi.stubEnv(name, join(base, name));
  }
  onTestFinished(() => void vi.unstubAllEnvs());
  return residentDirectories().map((directory) => {
    mkdirSync(directory, { recursive: true });
    const token = join(directory, "0123456789abcdef.token");
    writeFileSync(token, "the token");
    return token;
  });
}

test("no tool reads or changes what lies beside the socket of a resident process", async () => {
  const tokens = makeTokens();
  expect(tokens).toHaveLength(3);
  const kit = await openKit({ "a.txt": "a\n" });
  for (const path of tokens) {
    for (const [tool, input] of [
      ["read_file", { path }],
      ["edit_file", { path, old_string: "the", new_string: "a" }],
      ["grep", { pattern: "token", path }],
    ] as const) {
      const outcome = await kit.call(tool, input, { approve: true });
      expect(JSON.stringify(outcome), `${tool} ${path}`).not.toContain("the token");
      expect(outcome.status, `${tool} ${path}`).not.toBe("ok");
    }
  }
});

test.skipIf(found.name === "none")("no command in the sandbox sees it", async () => {
  const tokens = makeTokens();
  const kit = await openKit({ "a.txt": "a\n" });
  for (const token of tokens) {
    // By a name that the check of the command cannot read.
    const words = [...Buffer.from(token)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
    const outcome = await kit.call(
      "run_command",
      { command: `cat "$(printf '${words}')"; ls "$(dirname "$(printf '${words}')")"; echo looked` },
      { approve: true },
    );
    expect(JSON.stringify(outcome)).toContain("looked");
    expect(JSON.stringify(outcome)).not.toContain("the token");
    expect(JSON.stringify(outcome)).not.toContain("cdef.token\\n");
  }
});
