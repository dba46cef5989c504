import { ToolError } from "toolwright";
import { mostMarkdownChars } from "../../documents/markdown/find-section.ts";
import { isMarkdown } from "../../documents/markdown/is-markdown.ts";
import { type Outline, readOutline } from "../../documents/markdown/outline.ts";
import type { Edit } from "../../edits/edit.ts";
import { toPlain } from "../../edits/plain-text.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Located } from "../../workspace/paths/located.ts";
import type { ProjectFiles } from "../../workspace/project.ts";

/** An edit goes through the whole text several times without a pause. */
const maxBytes = 8 * 1024 * 1024;

/** Refuses what would take too long, before any of it is read. */
export async function checkSize(files: ProjectFiles, file: Located): Promise<void> {
  const handle = await files.open(file);
  try {
    const { size } = await handle.stat();
    if (size > maxBytes) throw tooLarge(file, size);
  } finally {
    await handle.close();
  }
}

/** The headings for edits that name one, parsed ahead and with pauses; for the very text that was read, line ends aside. */
export async function outlineAhead(
  files: ProjectFiles,
  file: Located,
  { edits, signal }: { readonly edits: readonly Edit[]; readonly signal: AbortSignal },
): Promise<((text: string) => Outline | undefined) | undefined> {
  if (!isMarkdown(file.shown) || !edits.some(({ symbol }) => symbol !== undefined && symbol !== "")) return undefined;
  const read = await files.readText(file, { maxBytes });
  if (read.text.length > mostMarkdownChars) return undefined;
  const outline = await readOutline(toPlain(read.text, read.eol).text, { signal });
  return (text) => (text === read.text ? outline : undefined);
}

function tooLarge(file: Located, size: number): ToolError {
  return new ToolError(
    "too_large",
    `${showPath(file.shown)} has ${size} bytes, and at most ${maxBytes} are edited. Change it with a command (sed, a script) instead.`,
  );
}
