import type { EditingRules } from "../editing.ts";

const docstring = /^[rRuU]?("""|''')[^]*?\1|^[rRuU]?(["'])(?:(?!\2)[^\n\\]|\\.)*\2[ \t]*(?=\n|$)/;

/** What edits have to know of Python. */
export const pythonEditing: EditingRules = {
  commentMarks: ["#"],
  indent: "    ",
  topLevelGap: 2,
  lists: { members: false },
  // A `#!` line is one of the comments at the top.
  header: { clauses: [], last: docstring },
  imports: { first: /^from __future__/ },
  indentedBlocks: { filler: "pass", placeholder: /^(?:pass|\.\.\.)$/ },
  documentsInside: true,
  everyFileIsModule: true,
  starImportsReexport: true,
  directoryFile: "__init__",
  moves: { files: "python packages", symbols: "python packages" },
};
