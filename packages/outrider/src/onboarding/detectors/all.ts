import type { Detector } from "../detector.ts";
import { cmakeDetector } from "./cmake.ts";
import { denoDetector } from "./deno.ts";
import { dockerDetector } from "./docker.ts";
import { dotnetDetector } from "./dotnet.ts";
import { elixirDetector } from "./elixir.ts";
import { goDetector } from "./go.ts";
import { gradleDetector, mavenDetector } from "./jvm.ts";
import { makeDetector } from "./make.ts";
import { nodeDetector } from "./node.ts";
import { phpDetector } from "./php.ts";
import { pythonDetector } from "./python.ts";
import { rubyDetector } from "./ruby.ts";
import { rustDetector } from "./rust.ts";

/** In the order in which their commands are shown: what a person wrote for the project first, customs after it. */
export const detectors: readonly Detector[] = [
  makeDetector,
  nodeDetector,
  denoDetector,
  rustDetector,
  goDetector,
  pythonDetector,
  mavenDetector,
  gradleDetector,
  dotnetDetector,
  rubyDetector,
  phpDetector,
  elixirDetector,
  cmakeDetector,
  dockerDetector,
];
