/**
 * Audits public MCP servers that install without an account, twice each, and writes docs/audits.md from what both runs found.
 * `--cache DIR` keeps the installations, `--only NAME,…` takes some of the servers and leaves the document alone, `--again`
 * audits those anew whose reports are in the cache.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { auditServer, readGivenInputs, type AuditReport } from "toolwright/audit";
import { makeDirectory } from "./audits/directories.ts";
import { install } from "./audits/install.ts";
import { publicServers, type PublicServer } from "./audits/servers.ts";
import { writeTable, type AuditedServer } from "./audits/write-table.ts";
import { root } from "./parts/tree.ts";

const { values } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  options: { cache: { type: "string" }, only: { type: "string" }, again: { type: "boolean", default: false } },
});
const cache = resolve(process.env["INIT_CWD"] ?? "", values.cache ?? join(tmpdir(), "toolwright-audits"));
const wanted = values.only?.split(",");
const chosen = publicServers.filter(({ name }) => wanted?.includes(name) ?? true);

const audited: AuditedServer[] = [];
for (const server of chosen) audited.push({ server, runs: await auditTwice(server) });
if (wanted === undefined) writeFileSync(join(root, "docs", "audits.md"), writeTable(audited));
for (const { server, runs } of audited) {
  const sums = runs.map((run) =>
    "failure" in run ? run.failure : `score ${run.score}, ${run.findings.length} findings`,
  );
  console.log(`${server.name.padEnd(22)} ${sums.join(" | ")}`);
}

async function auditTwice(server: PublicServer): Promise<AuditedServer["runs"]> {
  const runs: (AuditReport | { readonly failure: string })[] = [];
  for (const run of [1, 2]) {
    const file = join(cache, "reports", `${server.name}-${run}.json`);
    if (values.again || !existsSync(file)) {
      mkdirSync(join(cache, "reports"), { recursive: true });
      writeFileSync(file, `${JSON.stringify(await audit(server), undefined, 1)}\n`);
    }
    // oxlint-disable-next-line typescript/consistent-type-assertions -- this script wrote the file
    runs.push(JSON.parse(readFileSync(file, "utf8")) as AuditReport);
  }
  return runs;
}

async function audit(server: PublicServer): Promise<AuditReport | { readonly failure: string }> {
  const bin = install(server, cache);
  const { program, args = [], env, directory, call = [], inputs = {} } = server;
  console.error(`auditing ${server.name}`);
  try {
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
