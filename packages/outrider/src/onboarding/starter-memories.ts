import { countOf } from "../workspace/text/visible-text.ts";
import type { Survey } from "./survey-project.ts";

export interface StarterMemory {
  readonly topic: string;
  readonly content: string;
  /** Files that make the memory outdated when they change. */
  readonly anchors: readonly string[];
}

/** Notes that need no judgement; people and models add the rest. Empty notes are not written. */
export function writeStarterMemories(survey: Survey): readonly StarterMemory[] {
  const manifests = survey.ecosystems.flatMap((each) => each.manifests).slice(0, 20);
  const anchors = [...new Set([...manifests, ...commandFiles(survey)])];
  return [
    { topic: "project/overview", content: overview(survey), anchors: manifests },
    ...(hasCommands(survey) ? [{ topic: "project/commands", content: commands(survey), anchors }] : []),
    ...(hasLayout(survey) ? [{ topic: "project/layout", content: layout(survey), anchors: [] }] : []),
  ];
}

function hasCommands({ commands: found, ci }: Survey): boolean {
  return found.length + ci.length > 0;
}

function hasLayout({ directories, entryPoints, testDirectories, subprojects }: Survey): boolean {
  return directories.length + entryPoints.length + testDirectories.length + subprojects.length > 0;
}

function overview({ name, summary, licence, languages, ecosystems, packageManagers, files }: Survey): string {
  return page(`Overview of ${name}`, [
    summary === undefined ? [] : [`> ${summary}`, ""],
    languages.length === 0
      ? []
      : [
          `- Languages: ${languages
            .slice(0, 6)
            .map((each) => `${each.name} (${each.files})`)
            .join(", ")}`,
        ],
    ecosystems.length === 0
      ? []
      : [`- Recognised by: ${ecosystems.map((each) => `${each.name} (${each.manifests.join(", ")})`).join("; ")}`],
    packageManagers.length === 0 ? [] : [`- Package manager: ${packageManagers.join(", ")}`],
    licence === undefined ? [] : [`- Licence: ${licence}`],
    [`- Files: ${files}, without what git ignores`],
  ]);
}

function commands({ name, commands: found, ci }: Survey): string {
  return page(`Commands of ${name}`, [
    found.length === 0
      ? ["None were found."]
      : found.map(({ kind, command, from }) => `- ${kind}: \`${command}\` (${from})`),
    ci.length === 0 ? [] : ["", `CI: ${ci.join(", ")}`],
    ["", "Found in files, not tried out."],
  ]);
}

function layout({ name, directories, entryPoints, testDirectories, subprojects }: Survey): string {
  return page(`Layout of ${name}`, [
    directories.map(
      ({ path, files, language }) =>
        `- \`${path}/\`: ${countOf(files, "file")}${language === undefined ? "" : `, mostly ${language}`}`,
    ),
    entryPoints.length === 0 ? [] : ["", `Entry points: ${entryPoints.join(", ")}`],
    testDirectories.length === 0 ? [] : ["", `Tests: ${testDirectories.join(", ")}`],
    subprojects.length === 0
      ? []
      : [
          "",
          `Projects of their own: ${subprojects.slice(0, 30).join(", ")}${subprojects.length > 30 ? ` and ${subprojects.length - 30} more` : ""}`,
        ],
  ]);
}

function page(title: string, parts: readonly (readonly string[])[]): string {
  return [`# ${title}`, "", ...parts.flat(), ""].join("\n");
}

function commandFiles({ commands: found }: Survey): readonly string[] {
  return found.map(({ from }) => from).filter((from) => !from.startsWith(".outrider/"));
}
