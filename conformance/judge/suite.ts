import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { runChild } from "./run-child.ts";

/** What the suite found in one scenario. */
export interface Scenario {
  readonly name: string;
  readonly passed: number;
  /** One sentence for each check that failed. */
  readonly failures: readonly string[];
  readonly warnings: readonly string[];
  /** Why the suite does not count it; undefined when it does. */
  readonly notScored: string | undefined;
}

export interface SuiteVerdict {
  readonly revision: string;
  readonly code: number | null;
  readonly scenarios: readonly Scenario[];
  /** The last lines that the suite printed. */
  readonly tail: string;
}

interface SuiteRun {
  readonly node: string;
  readonly modules: string;
  readonly url: string;
  readonly revision: string;
  /** A folder that is not there yet. */
  readonly results: string;
}

const deadlineMs = 60_000;

/** Lets the official suite judge the server at `url` by what one revision of the protocol requires. */
export async function runSuite({ node, modules, url, revision, results }: SuiteRun): Promise<SuiteVerdict> {
  const program = join(modules, "@modelcontextprotocol/conformance/dist/index.js");
  const { code, stdout, stderr } = await runChild(
    node,
    [program, "server", "--url", url, "--requirements", revision, "-o", results],
    { deadlineMs },
  );
  const notScored = readNotScored(stdout);
  return {
    revision,
    code,
    scenarios: readScenarios(results, notScored),
    tail: `${stdout}\n${stderr}`.trim().split("\n").slice(-15).join("\n"),
  };
}

/** The suite ends with lines such as "  ✗ json-schema-2020-12 (pending)". */
function readNotScored(stdout: string): ReadonlyMap<string, string> {
  const lines = stdout.matchAll(/^ {2}[✓✗] (\S+) \(([\w-]+)\)$/gmu);
  return new Map([...lines].map(([, name = "", reason = ""]) => [name, reason]));
}

const checksSchema = z.array(
  z.object({ id: z.string(), name: z.string().optional(), status: z.string(), errorMessage: z.string().optional() }),
);

/** One folder a scenario, named "server-NAME-TIME". */
function readScenarios(results: string, notScored: ReadonlyMap<string, string>): readonly Scenario[] {
  return foldersIn(results).map((folder) => {
    const name = folder.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, "");
    const checks = checksSchema.parse(JSON.parse(readFileSync(join(results, folder, "checks.json"), "utf8")));
    const withStatus = (status: string): readonly string[] =>
      checks
        .filter((check) => check.status === status)
        .map(({ id, errorMessage = "no reason given" }) => `${id}: ${errorMessage}`);
    return {
      name,
      passed: withStatus("SUCCESS").length,
      failures: withStatus("FAILURE"),
      warnings: withStatus("WARNING"),
      notScored: notScored.get(name),
    };
  });
}

function foldersIn(results: string): readonly string[] {
  try {
    return readdirSync(results).toSorted();
  } catch {
    // The suite did not come so far; its exit code and last words say why.
    return [];
  }
}
