import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { directoryFrom, homeDirectory } from "../../workspace/paths/inside.ts";

/** Whether a program is rustup under another name: such a link exists for every component, installed or not. */
export function isRustupProxy(real: string): boolean {
  return /^rustup(?:\.exe)?$/.test(basename(real));
}

export interface ToolchainProgram {
  readonly file: string;
  /** Prevents a repository's `rust-toolchain.toml` from choosing its own toolchain, or one to download. */
  readonly env: Readonly<Record<string, string>>;
}

/** The program itself, from the user's own toolchain; undefined if that lacks the component. Starts nothing. */
export async function programOfToolchain(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ToolchainProgram | undefined> {
  const home = directoryFrom(env["RUSTUP_HOME"]) ?? join(homeDirectory(), ".rustup");
  const own = await ownToolchain(env);
  const toolchain = own["RUSTUP_TOOLCHAIN"];
  // Must be a name, not a path: it becomes part of a path here.
  if (toolchain === undefined || !/^[\w.+-]+$/.test(toolchain)) return undefined;
  const file = join(home, "toolchains", toolchain, "bin", process.platform === "win32" ? `${name}.exe` : name);
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  return { file, env: own };
}

/** The name of the user's own toolchain, so that `rust-toolchain.toml` cannot lead `cargo` to one in the repository. */
export async function ownToolchain(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Readonly<Record<string, string>>> {
  const home = directoryFrom(env["RUSTUP_HOME"]) ?? join(homeDirectory(), ".rustup");
  const toolchain = env["RUSTUP_TOOLCHAIN"] ?? (await defaultToolchain(home));
  return toolchain === undefined ? {} : { RUSTUP_TOOLCHAIN: toolchain, RUSTUP_AUTO_INSTALL: "0" };
}

async function defaultToolchain(home: string): Promise<string | undefined> {
  const text = await readFile(join(home, "settings.toml"), "utf8").catch(() => "");
  return /^default_toolchain\s*=\s*"([^"]+)"/m.exec(text)?.[1];
}
