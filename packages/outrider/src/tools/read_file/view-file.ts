import { ToolError } from "toolwright";
import { maskText } from "../../documents/masked/mask-text.ts";
import { loadText, type LoadedText } from "../../documents/text/load-text.ts";
import { memoryLines } from "../../documents/text/memory-lines.ts";
import type { FileAnswer } from "../../syntax/project-symbols.ts";
import type { FileRequest, OpenFile, Reading, Shown, TextView, Viewed } from "./reading.ts";
import { viewLines } from "./view-lines.ts";
import { viewMatches } from "./view-matches.ts";
import { viewSymbol } from "./view-symbol.ts";

/** One open file, by what it is and what was asked for. */
export async function viewFile(
  file: OpenFile,
  request: FileRequest,
  budget: number,
  reading: Reading,
): Promise<Viewed> {
  const loaded = await loadText(file.handle);
  if (loaded.kind === "binary") {
    const facts = [...file.facts, loaded.what, `${loaded.bytes} bytes`];
    return { view: { path: file.shown, facts, body: [], notes: [] }, tokens: 40 };
  }
  if (loaded.bytes === 0) {
    return { view: { path: file.shown, facts: [...file.facts, "empty file"], body: [], notes: [] }, tokens: 20 };
  }
  const shown = await viewText({
    file,
    loaded: file.masked ? masked(file, loaded) : loaded,
    request,
    budget,
    call: reading.call,
    readSymbols: () => readSymbols(file, reading),
  });
  const { tokens, facts, notes, ...rest } = shown;
  const changed = (await loaded.changed()) ? ["The file changed while it was read; read it again to be sure."] : [];
  const view = {
    path: file.shown,
    ...rest,
    facts: [...file.facts, ...facts, ...describe(file, loaded)],
    notes: [...notes, ...changed],
  };
  return { view, tokens: tokens + 40 };
}

async function viewText(view: TextView): Promise<Shown> {
  if (view.request.symbol !== undefined) return await viewSymbol(view, view.request.symbol);
  if (view.request.pattern !== undefined) return await viewMatches(view, view.request.pattern);
  return await viewLines(view);
}

/** Only of what may be seen as it is; where the parser gives up the file is text like any other. */
async function readSymbols({ located, masked: isMasked }: OpenFile, reading: Reading): Promise<FileAnswer | undefined> {
  if (located === undefined || isMasked) return undefined;
  const { services, project, call } = reading;
  const answer = await services.symbolsOf(project).ofFile(located, call);
  return answer === undefined || answer.language === "" ? undefined : answer;
}

/** From here on nobody sees the values, neither a search nor a parser. */
function masked(file: OpenFile, loaded: LoadedText): LoadedText {
  if (loaded.text === undefined) {
    throw new ToolError(
      "too_large",
      `${file.shown} holds secrets and is too large to mask them (${loaded.bytes} bytes).`,
    );
  }
  const text = maskText(file.name, loaded.text);
  return { ...loaded, text, lines: memoryLines(text) };
}

function describe(file: OpenFile, { encoding, bom }: LoadedText): readonly string[] {
  const known = encoding === "utf-8-damaged" ? "UTF-8 with damaged bytes" : encoding;
  return [
    ...(encoding === "utf-8" ? [] : [known]),
    ...(bom && encoding === "utf-8" ? ["byte order mark"] : []),
    ...(file.masked ? ["values masked"] : []),
  ];
}
