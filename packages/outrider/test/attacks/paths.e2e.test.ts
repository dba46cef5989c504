import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { renderOutcome } from "toolwright";
import { describe, expect, test } from "vitest";
import { isFullProof, proofCases } from "../../../toolwright/test/proof-size.ts";
import { openHostilePlace } from "../support/hostile-place.ts";
import { groupsOf } from "./groups-of.ts";
import { pathAttacks, type PathAttack } from "./path-attacks.ts";
import { pathProbes, resourceAddresses, type PathProbe } from "./path-probes.ts";
import { watchOver } from "./watch-over.ts";

/** In groups, as to open a place takes longer than the calls. Tools may move and remove what is readable, or work there: each alone. */
const groups = ["refused", "absent", "readable", "works"].flatMap((outcome) => {
  const alike = pathAttacks.filter((attack) => attack.outcome === outcome);
  const size = isFullProof || outcome === "readable" || outcome === "works" ? 1 : 8;
  return groupsOf(size, alike).map((attacks) => ({
    outcome,
    title: attacks.map(({ title }) => title).join(", "),
    attacks,
  }));
});

describe.skipIf(process.platform === "win32")("paths from outside", () => {
  test("there are more than enough, all different", () => {
    expect(new Set(pathAttacks.map(({ path }) => String(path))).size).toBe(pathAttacks.length);
    expect(pathAttacks.length).toBeGreaterThanOrEqual(60);
    expect(groups.flatMap(({ attacks }) => attacks)).toHaveLength(pathAttacks.length);
  });

  test.each(groups)("$outcome by every tool: $title", async ({ attacks }) => {
    const place = await openHostilePlace();
    const watch = watchOver(place);
    const accepted: string[] = [];
    for (const attack of attacks) {
      const { path, code, title } = attack;
      const given = typeof path === "string" ? path : path(place);
      const first = await place.call("read_file", { path: given });
      expect(first.status === "ok" ? undefined : first.error.code, `${title}: ${renderOutcome(first)}`).toBe(code);
      for (const probe of proofCases(pathProbes, 8, pathAttacks.indexOf(attack))) {
        const ended = await watch.probe(probe, given);
        if (mustRefuse(probe, attack) && ended.status === "ok")
          accepted.push(`${probe.title}, ${title}: ${ended.text}`);
      }
      for (const uri of resourceAddresses(given)) await watch.readResource(uri);
    }
    expect(accepted).toEqual([]);
    await watch.end();
  });

  test("errors do not tell what is there outside", async () => {
    const place = await openHostilePlace();
    symlinkSync("nowhere", join(place.outside, "broken"));
    symlinkSync("circle", join(place.outside, "circle"));
    for (const name of [".git", ".ssh"]) mkdirSync(join(place.outside, name));
    const names = [
      "secret.txt",
      "none.txt",
      "dir",
      "secret.txt/below",
      "none/below",
      "broken",
      "circle",
      ".ssh/id_rsa",
      ".git",
      ".aws",
    ];
    for (const { tool, title, use, input } of pathProbes) {
      if (use !== "read" && use !== "write") continue;
      const said = new Set<string>();
      for (const name of names) {
        const ended = await place.call(tool, input(join(place.outside, name)));
        said.add(ended.status === "ok" ? "ok" : ended.error.code);
      }
      expect([...said], title).toHaveLength(1);
    }
  });
});

function mustRefuse({ use }: PathProbe, { outcome, alone = false, misleads = false }: PathAttack): boolean {
  if (use === "name" || (use === "below" && alone)) return false;
  if (misleads && use !== "read") return true;
  return outcome === "refused" || (outcome === "readable" && use !== "read");
}
