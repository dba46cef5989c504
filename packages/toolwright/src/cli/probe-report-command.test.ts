import { expect } from "vitest";
import { cliRun, type CliRunOptions } from "../../test/cli-run.ts";
import { verifies } from "../../test/verifies.ts";
import { createKernel } from "../call/kernel.ts";
import { buildProbeText } from "../probe/sentinels.ts";
import { createProbeReportCommand } from "./probe-report-command.ts";

const run = (argv: readonly string[], options: CliRunOptions = {}) =>
  cliRun(createKernel({ tools: [] }), argv, { ...options, commands: [createProbeReportCommand()] });

const cut = buildProbeText("tool description").slice(0, 2_100);

verifies("probe:command", "an answer as an argument or on stdin becomes a report", async () => {
  const given = await run(["probe-report", cut]);
  expect(given).toMatchObject({ code: 0, stderr: "" });
  expect(given.stdout).toMatch(
    /^tool description: highest sentinel SENTINEL_2000_TD\w\w, so at least 2000 bytes, less than 2500 bytes\.\n/,
  );
  expect(await run(["probe-report", "-"], { stdin: cut })).toEqual(given);
});

verifies("probe:command", "--json gives the report as data", async () => {
  const { code, stdout } = await run(["probe-report", "--json", cut]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ surfaces: [{ verdict: "cut", atLeast: 2_000, lessThan: 2_500 }, {}, {}] });
});

verifies("probe:command", "without a sentinel it says what to paste, with exit code 2", async () => {
  for (const text of ["I see nothing.", ""]) {
    const none = await run(["probe-report", "-"], { stdin: text });
    expect(none).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("There is no sentinel in TEXT."),
    });
    expect(none.stderr).toContain("paste its answer");
  }
  const invented = await run(["probe-report", "SENTINEL_2000_TDAA"]);
  expect(invented).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("SENTINEL_2000_TDAA") });
});

verifies("probe:command", "a report fits the terminal", async () => {
  const { stdout } = await run(["probe-report", cut], { terminals: ["stdout"], columns: 40 });
  expect(stdout.split("\n").filter((line) => line.length > 40)).toEqual([]);
});
