import { sep } from "node:path";
import { isToolError } from "toolwright";
import { languageOf, languageOfScript } from "../languages/language-of.ts";
import type { Language } from "../languages/language.ts";
import type { Located } from "../workspace/paths/located.ts";
import type { Project } from "../workspace/project.ts";

/** A file that a server may be asked about. */
export interface VisibleFile {
  /** With symlinks resolved. */
  readonly real: string;
  readonly language: Language;
}

export type JudgedFile = VisibleFile | { readonly reason: string };

/** Whether a server may be asked about a file at all: denied files and files with secrets are never shown to one. */
export async function judgeFile(project: Project, path: string): Promise<JudgedFile> {
  try {
    const file = await project.files.locate(path, "read");
    if (file.area !== "project") return { reason: `${file.shown} is outside of the project` };
    if (file.masked) return { reason: `${file.shown} holds secrets, which no server is shown` };
    if (file.kind !== "file") return { reason: `there is no file ${file.shown}` };
    const language = languageOf(file.shown) ?? (await languageOfFirstLine(project, file));
    if (language === undefined) return { reason: `the language of ${file.shown} is not known` };
    return { real: file.real, language };
  } catch (error) {
    if (isToolError(error)) return { reason: error.message };
    throw error;
  }
}

async function languageOfFirstLine(project: Project, file: Located): Promise<Language | undefined> {
  const { text } = await project.files.readText(file);
  return languageOfScript(text.slice(0, 200));
}

/** The text of a file for a server; undefined if it must not be read, is not text or is gone. */
export async function readForServer(project: Project, path: string): Promise<string | undefined> {
  try {
    const file = await project.files.locate(path, "read");
    // Files outside the project that one session may read must not reach a server that all sessions share.
    if (file.masked || (file.area !== "project" && file.area !== "library")) return undefined;
    return (await project.files.readText(file)).text;
  } catch (error) {
    if (isToolError(error)) return undefined;
    throw error;
  }
}

/** The path with forward slashes on every system, as servers use it. */
export function withSlashes(path: string): string {
  return sep === "/" ? path : path.replaceAll(sep, "/");
}
