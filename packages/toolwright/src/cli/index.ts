export { type Command, type CommandArguments, type Flag, type Flags } from "./command.ts";
export { exitCodeOf, exitCodes } from "./exit-code.ts";
export { type OpenedKernel, type OpenRequest } from "./host.ts";
export { type SignalSource } from "./interrupts.ts";
export { type CliOptions, runCli } from "./run-cli.ts";
export { type CliStreams, type InputStream, type OutputStream, type Terminal } from "./terminal.ts";
export { usageError } from "./usage-error.ts";
