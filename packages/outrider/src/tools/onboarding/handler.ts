import type { Call } from "toolwright";
import { onboard } from "../../onboarding/onboard.ts";
import type { Services } from "../../services.ts";
import { findCentralFiles } from "./central-files.ts";
import type { Input, Output } from "./schema.ts";

export async function handle(
  { force = false, project: named }: Input,
  { workspace, memoryOf, symbolsOf }: Pick<Services, "workspace" | "memoryOf" | "symbolsOf">,
  { signal }: Pick<Call, "signal">,
): Promise<Output> {
  const project = await workspace.project(named);
  const { survey, written, kept, readOnly } = await onboard(project, memoryOf(project), { force, signal });
  const central = await findCentralFiles(symbolsOf(project), signal);
  return {
    name: survey.name,
    files: survey.files,
    partial: survey.partial,
    ...(survey.summary === undefined ? {} : { summary: survey.summary }),
    ...(survey.licence === undefined ? {} : { licence: survey.licence }),
    languages: survey.languages.map((each) => ({ ...each })),
    ecosystems: survey.ecosystems.map(({ name, manifests }) => ({ name, manifests: [...manifests] })),
    package_managers: [...survey.packageManagers],
    commands: survey.commands.map((each) => ({ ...each })),
    entry_points: [...survey.entryPoints],
    test_directories: [...survey.testDirectories],
    ci: [...survey.ci],
    subprojects: [...survey.subprojects],
    central: central.map(({ file, names }) => ({ file, names: [...names] })),
    written: [...written],
    kept: [...kept],
    read_only: readOnly,
  };
}
