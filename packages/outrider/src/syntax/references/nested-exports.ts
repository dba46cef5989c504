import type { Importer, Known } from "./importer.ts";
import { nestsModules, pathInFile } from "./nested-modules.ts";
import type { Import, Occurrences } from "./occurrence.ts";
import { importedName, type Target } from "./target.ts";

interface Exporting {
  /** The file that an import leads to. */
  readonly from: string;
  readonly exporter: Importer;
  readonly target: Target;
  /** The import names the file itself. */
  readonly isModule: boolean;
  readonly file: Occurrences | undefined;
}

type Given = Pick<Importer, "exports" | "exportedModules">;

/** What a file gives to an import that names one of the modules inside of it: `use a::inner::name`. */
export function givenTo(site: Import, { from, exporter, target, isModule, file }: Exporting): Given {
  const { exports, exportedModules } = exporter;
  if (!nestsModules(target.language) || isModule) return { exports, exportedModules };
  const inside = pathInFile(site.source, from, file?.package?.name);
  const own = target.container?.kind === "module" && from === target.file ? target.container.path : undefined;
  if (inside === "") return { exports, exportedModules };
  if (inside === undefined) return { exports: doubted(exports), exportedModules: doubted(exportedModules) };
  if (inside === own) return { exports: new Map([[importedName(target), "sure"]]), exportedModules: new Map() };
  const isDeclared = (name: string): boolean => file?.symbols.some(({ path }) => path === `${inside}/${name}`) === true;
  // A module inside may hand on what the one around it declares, unless it declares the name itself.
  const handedOn = [...exports].filter(([name]) => !isDeclared(name));
  const deeper = [...exportedModules].flatMap(([name, known]): [string, Known][] => {
    const start = `${inside.replaceAll("/", ".")}.`;
    return name.startsWith(start) ? [[name.slice(start.length), known]] : [];
  });
  return { exports: doubted(new Map(handedOn)), exportedModules: new Map(deeper) };
}

function doubted(names: ReadonlyMap<string, Known>): Map<string, Known> {
  return new Map([...names.keys()].map((name) => [name, "likely"]));
}
