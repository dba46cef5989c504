import type { Session } from "../session.ts";
import { codeEdits, fileEdits } from "./edits.ts";
import { goReading, rustReading } from "./go-and-rust.ts";
import { commandLine, protocol, script, settings, structured } from "./hosts.ts";
import { mistakes, readOnly } from "./mistakes.ts";
import { mixedReading, mixedServed } from "./mixed.ts";
import { notes } from "./notes.ts";
import { commands, commandsDenied, nobodyAsked, personAccepts, personDeclines } from "./people.ts";
import { pythonBySyntax, pythonServed } from "./python.ts";
import { realJavascript, realPython, realTypescript, realTypescriptServed } from "./real.ts";
import { typescriptBySyntax, typescriptReading, typescriptServed, typescriptServedEdits } from "./typescript.ts";

export const sessions: readonly Session[] = [
  typescriptReading,
  typescriptBySyntax,
  typescriptServed,
  typescriptServedEdits,
  pythonBySyntax,
  pythonServed,
  goReading,
  rustReading,
  mixedReading,
  mixedServed,
  codeEdits,
  fileEdits,
  notes,
  mistakes,
  readOnly,
  personAccepts,
  personDeclines,
  nobodyAsked,
  commands,
  commandsDenied,
  protocol,
  structured,
  script,
  settings,
  commandLine,
  realTypescript,
  realTypescriptServed,
  realJavascript,
  realPython,
];
