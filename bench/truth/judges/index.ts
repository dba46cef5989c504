import { c, cpp } from "./clang.ts";
import { csharp } from "./csharp.ts";
import { elixir } from "./elixir.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import type { Judge } from "./judge.ts";
import { kotlin } from "./kotlin.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { scala } from "./scala.ts";
import { swift } from "./swift.ts";
import { javascript, typescript } from "./typescript.ts";

export const judges: readonly Judge[] = [
  typescript,
  javascript,
  go,
  python,
  java,
  rust,
  c,
  cpp,
  csharp,
  scala,
  php,
  elixir,
  kotlin,
  ruby,
  swift,
];
