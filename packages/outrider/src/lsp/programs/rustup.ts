import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { directoryFrom, homeDirectory } from "../../workspace/paths/inside.ts";

/** Whether a program is rustup under another name: it is there for every component, installed or not. */
export function isRustupProxy(real: string): boolean {
  return /^rustup(?:\.exe)?$/.test(basename(real));
}

export interface ToolchainProgram {
  readonly file: string;
  /** Keeps `rust-toolchain.toml` of a repository from naming a toolchain of its own, or one to download. */
  readonly env: Readonly<Record<string, string>>;
}

/** The program itself, of the user's own toolchain; undefined where that has no such component. Starts nothing. */
export async function programOfToolchain(
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ToolchainProgram | undefined> {
  const home = directoryFrom(env["RUSTUP_HOME"]) ?? join(homeDirectory(), ".rustup");
  const own = await ownToolchain(env);
  const toolchain = own["RUSTUP_TOOLCHAIN"];
  // A name, not a path: it becomes one here.
  if (toolchain === undefined || !/^[\w.+-]+$/.test(toolchain)) return undefined;
  const file = join(home, "toolchains", toolchain, "bin", process.platform === "win32" ? `${name}.exe` : name);
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  return { file, env: own };
}

/** The user's own toolchain by name, so that a `rust-toolchain.toml` cannot lead `cargo` to one in the repository. */
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
