/**
 * What masking costs and how often it is wrong: every source file below the directories given as arguments, outside of tests. Prints
 * each find with what stands around it, finds per million lines, and megabytes per second of processor time. With `--half 0` or
 * `--half 1` only half of the files, by a hash of their paths: tune on one, measure on the other.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { findSecrets } from "../packages/outrider/src/workspace/secrets/find-secrets.ts";

// Before them come node, run.mjs and the name of this script.
const given = process.argv.slice(3);
const at = given.indexOf("--half");
const half = at === -1 ? undefined : Number(given[at + 1]);
const roots = given.filter((_, index) => at === -1 || (index !== at && index !== at + 1));

const source = /\.(?:[cm]?[jt]sx?|py|go|java|c|h|rb|pm|rs|json|md|ya?ml|toml|sh)$/;
const inTests = /\/(?:tests?|__tests__|testdata|test_data|fixtures?|spec)\/|[._-]test\.|test_|\.spec\./i;
const maxBytes = 1_000_000;

function* filesBelow(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile() && source.test(path) && !inTests.test(path) && statSync(path).size <= maxBytes) yield path;
  }
}

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();
const seen = new Set<string>();
const sum = { files: 0, lines: 0, chars: 0, finds: 0, microseconds: 0 };
for (const path of roots.flatMap((root) => [...filesBelow(root)])) {
  if (half !== undefined && hash(`oc:${path}`).readUInt8(0) % 2 !== half) continue;
  const text = readFileSync(path, "utf8");
  const content = hash(text).toString("hex");
  if (seen.has(content)) continue;
  seen.add(content);
  const before = process.cpuUsage();
  const found = findSecrets(text);
  sum.microseconds += process.cpuUsage(before).user;
  sum.files += 1;
  sum.lines += text.split("\n").length;
  sum.chars += text.length;
  sum.finds += found.length;
  for (const { start, end, what } of found) {
    console.log(`${path}: ${what}: ${JSON.stringify(text.slice(Math.max(0, start - 40), end).slice(0, 140))}`);
  }
}
const perMillion = ((sum.finds / sum.lines) * 1e6).toFixed(2);
const speed = (sum.chars / sum.microseconds).toFixed(0);
console.log(
  `${sum.files} files, ${sum.lines} lines: ${sum.finds} finds, ${perMillion} per million lines, ${speed} MB/s`,
);
