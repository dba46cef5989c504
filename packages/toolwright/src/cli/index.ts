export { askYes } from "./ask-approval.ts";
export { type Command, type CommandArguments, exitCodes, type Flag, type Flags, usageError } from "./command.ts";
export { type Host, type OpenedKernel, type OpenRequest } from "./host.ts";
export { type InterruptSignal, type InterruptHandler, type SignalSource, type TakenInterrupts } from "./interrupts.ts";
export { type CliOptions, runCli } from "./run-cli.ts";
export type { Pieces, StyledText, TextStyle } from "./styled-text.ts";
export { commandLine } from "./shell-quote.ts";
export { type CliStreams, type InputStream, type OutputStream, type Terminal } from "./terminal.ts";
export { fitText, padText, wrapLine, wrapText } from "./text-width.ts";
