import type { Importer, Known } from "./importer.ts";
import { localModule } from "./module-paths.ts";
import type { Import, Occurrence, Occurrences } from "./occurrence.ts";

/** One import among those of its file. */
export function siteKey({ line, source, name, local }: Import): string {
  return `${line} ${source} ${name} ${local}`;
}

/**
 * What a name in an import means, where it is still the original one: only this import tells, as others of the file may bring in
 * something else of that name. "import": it surely leads elsewhere.
 */
export function importedAs(
  { imports }: Occurrences,
  at: Occurrence,
  importer: Importer | undefined,
): Known | "import" | undefined {
  if (at.role !== "import" || importer === undefined) return undefined;
  const site = imports.find(({ starts }) => starts.includes(at.start));
  const local = localModule(site?.local ?? at.name);
  const leads = site === undefined || importer.sites.has(siteKey(site));
  const direct = leads ? (importer.names.get(local) ?? importer.names.get(at.name)) : undefined;
  const known = direct ?? (site === undefined ? nearestRenamed(imports, at, importer) : undefined);
  return known ?? (importer.elsewhere.has(local) ? "import" : undefined);
}

function nearestRenamed(imports: readonly Import[], at: Occurrence, importer: Importer): Known | undefined {
  const renamed = imports
    .filter(({ name, local }) => name === at.name && local !== name)
    .sort((a, b) => Math.abs(a.line - at.line) - Math.abs(b.line - at.line))[0];
  return renamed?.local === undefined ? undefined : importer.names.get(renamed.local);
}
