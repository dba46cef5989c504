import { go } from "./go.ts";
import type { Judge } from "./judge.ts";
import { javascript, typescript } from "./typescript.ts";

export const judges: readonly Judge[] = [typescript, javascript, go];
