export { type FileThreadsOptions, openFileThreads } from "./file-threads.ts";
