/**
 * Audits public MCP servers that install without an account, twice each, and writes docs/audits.md from what both runs found.
 * `--cache DIR` keeps the installations and the reports: what is there is not done again, so that a run that was cut short goes
 * on where it was. `--only NAME,…` takes some of the servers and leaves the document alone, `--again` audits anew.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { auditServer, readGivenInputs, type AuditReport } from "toolwright/audit";
import { makeDirectory } from "./audits/directories.ts";
import { install } from "./audits/install.ts";
import { npmServers } from "./audits/npm-servers.ts";
import type { PublicServer } from "./audits/public-server.ts";
import { pypiServers } from "./audits/pypi-servers.ts";
import { describeScores, foundInAll, readReports, writeTable, type AuditedServer } from "./audits/write-table.ts";
import { root } from "./parts/tree.ts";

const { values } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  options: { cache: { type: "string" }, only: { type: "string" }, again: { type: "boolean", default: false } },
});
const cache = resolve(process.env["INIT_CWD"] ?? "", values.cache ?? join(tmpdir(), "toolwright-audits"));
const publicServers = [...npmServers, ...pypiServers];
const wanted = values.only?.split(",");
const unknown = wanted?.filter((name) => publicServers.every((server) => server.name !== name)) ?? [];
if (unknown.length > 0) {
  const names = publicServers.map(({ name }) => name).join(", ");
  throw new Error(`--only names ${unknown.join(", ")}, of which there is no server. There are: ${names}.`);
}
const chosen = publicServers.filter(({ name }) => wanted?.includes(name) ?? true);

const audited: AuditedServer[] = [];
for (const server of chosen) {
  const each = { server, runs: await auditTwice(server) };
  audited.push(each);
  console.log(`${server.name.padEnd(22)} ${summarize(each)}`);
}
if (wanted === undefined) writeFileSync(join(root, "docs", "audits.md"), writeTable(audited));

async function auditTwice(server: PublicServer): Promise<AuditedServer["runs"]> {
  const runs: (AuditReport | { readonly failure: string })[] = [];
  const reports = join(cache, "reports");
  mkdirSync(reports, { recursive: true });
  for (const run of [1, 2]) {
    const file = join(reports, `${server.name}-${server.version}-${run}.json`);
    if (values.again || !existsSync(file)) {
      writeFileSync(`${file}.part`, `${JSON.stringify(await audit(server), undefined, 1)}\n`);
      renameSync(`${file}.part`, file);
    }
    // oxlint-disable-next-line typescript/consistent-type-assertions -- this script wrote the file
    runs.push(JSON.parse(readFileSync(file, "utf8")) as AuditReport);
  }
  return runs;
}

function summarize(each: AuditedServer): string {
  const reports = readReports(each);
  const failure = each.runs.flatMap((run) => ("failure" in run ? [run.failure] : []))[0];
  if (failure !== undefined) return failure;
  const both = new Set(foundInAll(reports).map(({ fingerprint }) => fingerprint));
  const once = reports.flatMap(({ findings }) => findings.filter(({ fingerprint }) => !both.has(fingerprint)));
  const rest = once.map(({ rule, tool = "the server" }) => `${rule} of ${tool}`).join(", ");
  return `score ${describeScores(reports)}, ${both.size} findings in both runs, in one only: ${rest || "none"}`;
}

async function audit(server: PublicServer): Promise<AuditReport | { readonly failure: string }> {
  const { program, args = [], env, directory, call = [], inputs = {} } = server;
  console.error(`auditing ${server.name}`);
  try {
    const bin = install(server, cache);
    return await auditServer({
      server: {
        command: join(bin, program),
        args,
        ...(env === undefined ? {} : { env }),
        ...(directory === undefined ? {} : { directory: makeDirectory(directory, join(cache, "work"), bin) }),
        // Where there is no sandbox, the person who runs this decides.
        withoutWall: process.env["WITHOUT_WALL"] === "1",
      },
      call,
      // How long a start takes says as much about the machine.
      skip: ["R507"],
      inputs: readGivenInputs(inputs),
    });
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
