import * as z from "zod";
import { profiles } from "./profile.ts";
import { searchSettingsSchema } from "./search-settings.ts";

/** A program to use for a server instead of the one that Outrider would find. */
const usedServer = z.strictObject({
  /** Full path, or a name on PATH. */
  command: z.string().min(1),
  /** All of its arguments. Default: those that Outrider uses. */
  args: z.array(z.string()).optional(),
  env: z.record(z.string().min(1), z.string()).optional(),
  /** Merged over the options that Outrider sends at the start. */
  options: z.record(z.string(), z.unknown()).optional(),
  /** Merged over the settings that Outrider returns when the server asks for them. */
  settings: z.record(z.string(), z.unknown()).optional(),
});

/** As the sandbox reads it, which would have to be loaded for every command. */
const hostRule = z
  .string()
  .regex(
    /^(?:\*|(?:\*\.)?(?!(?:.*\.)?localhost(?::|$))[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)(?::(?!0)\d{1,5})?$/i,
    "expected a name such as example.org, *.example.org or example.org:8443",
  );

/** The user-level file: the only place for security settings, out of reach of repositories and agents. */
export const userConfigSchema = z.strictObject({
  security: z
    .strictObject({
      /** Nothing is written, moved, deleted or run, whatever a client asks. */
      read_only: z.boolean().default(false),
      /** Directories whose projects may be opened without asking. */
      projects: z.array(z.string().min(1)).default([]),
      /** Directories outside the project that may be written to without asking. */
      write_roots: z.array(z.string().min(1)).default([]),
      /** Directories besides project, libraries and temp that may be read. */
      read_roots: z.array(z.string().min(1)).default([]),
      /** File names, `*` allowed, that may be read although they look like secrets, such as `.env.test`. */
      allow_secrets: z.array(z.string().min(1)).default([]),
      /** Further file names, `*` allowed, that must not be read. */
      deny: z.array(z.string().min(1)).default([]),
      /** Further files, `*` allowed, that tools write only with the user's word for each, such as `deploy/*.sh`. */
      ask_to_write: z.array(z.string().min(1)).default([]),
      /** Files, `*` allowed, that tools write without asking although they run later, such as `CLAUDE.md`. */
      write_unasked: z.array(z.string().min(1)).default([]),
      /** Whether keys, private keys and random values of secrets are masked in answers, whatever file they are in. */
      mask_values: z.boolean().default(true),
      /**
       * "sandboxed": asks the user only about commands that would lose work, where a sandbox is up, and like "ask" elsewhere;
       * "ask": asks about dangerous commands; "ask-all": asks about each command; "deny": no commands at all.
       */
      shell: z.enum(["sandboxed", "ask", "ask-all", "deny"]).default("sandboxed"),
      /** "auto": commands run in the sandbox of the operating system where there is one; "off": never. */
      sandbox: z.enum(["auto", "off"]).default("auto"),
      /**
       * Hosts that commands in the sandbox may reach, such as `packages.example.org` or `*.example.org`: the ports 80 and 443, or
       * another one with `:port`.
       */
      allow_hosts: z.array(hostRule).default([]),
      /** Commands that run without asking: exactly as written, or with any plain words after a final ` *`. */
      allow_commands: z.array(z.string().min(1)).default([]),
      /** Environment variables that commands see in addition to the harmless ones. */
      shell_env: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /** How long a write waits for other processes in total. */
      lock_ms: z.int().min(100).max(60_000).default(10_000),
      /** How much of a command's output is kept. */
      command_output_bytes: z.int().min(100_000).max(1_000_000_000).default(64_000_000),
      /** How many files of a project the index looks at. */
      index_files: z.int().min(1).max(10_000_000).default(200_000),
    })
    .prefault({}),
  servers: z
    .strictObject({
      /** Whether language servers are used at all. */
      enabled: z.boolean().default(true),
      /** Ids of servers that are never started, as `outrider languages` shows them. */
      off: z.array(z.string().min(1)).default([]),
      /** Directories whose projects may run their own code through a server: build scripts, macros, programs in node_modules. */
      trusted_projects: z.array(z.string().min(1)).default([]),
      /** A server that is not used for this long is stopped. */
      idle_minutes: z
        .number()
        .min(0.1)
        .max(24 * 60)
        .default(10),
      /** Maximum number of servers running at the same time. */
      max: z.int().min(1).max(32).default(6),
      /** By server id: another program, or other arguments and settings for it. */
      use: z.record(z.string().min(1), usedServer).default({}),
    })
    .prefault({}),
  search: searchSettingsSchema.prefault({}),
  usage: z.strictObject({ enabled: z.boolean().default(true) }).prefault({}),
  resident: z
    .strictObject({
      /** Whether `outrider serve` shares the process of its project with other clients and the command line. */
      serve: z.boolean().default(false),
    })
    .prefault({}),
  tools: z.strictObject({ profile: z.enum(profiles).default("full") }).prefault({}),
});

export type UserConfig = z.infer<typeof userConfigSchema>;

export type ServerSettings = UserConfig["servers"];
