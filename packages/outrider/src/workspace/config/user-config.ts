import * as z from "zod";

/** The user-level file: the only place for what decides about safety, so that no repository and no agent can reach it. */
export const userConfigSchema = z.strictObject({
  security: z
    .strictObject({
      /** Nothing is written, moved, deleted or run, whatever a client asks. */
      read_only: z.boolean().default(false),
      /** Directories whose projects may be opened without asking. */
      projects: z.array(z.string().min(1)).default([]),
      /** Directories beside the project that may be written to without asking. */
      write_roots: z.array(z.string().min(1)).default([]),
      /** Directories beside project, libraries and temp that may be read. */
      read_roots: z.array(z.string().min(1)).default([]),
      /** File names, `*` allowed, that are shown although they look like secrets, such as `.env.test`. */
      allow_secrets: z.array(z.string().min(1)).default([]),
      /** Further file names, `*` allowed, that nobody may see. */
      deny: z.array(z.string().min(1)).default([]),
      /** "ask": dangerous commands are put to the person; "deny": no commands at all; "ask-all": each is put to the person. */
      shell: z.enum(["ask", "ask-all", "deny"]).default("ask"),
      /** Variables of the environment that commands see beside the harmless ones. */
      shell_env: z.array(z.string().min(1)).default([]),
    })
    .prefault({}),
  limits: z
    .strictObject({
      /** How long a write waits for other processes, in all. */
      lock_ms: z.int().min(100).max(60_000).default(10_000),
      /** How much of a command's output is kept. */
      command_output_bytes: z.int().min(100_000).max(1_000_000_000).default(64_000_000),
    })
    .prefault({}),
  usage: z.strictObject({ enabled: z.boolean().default(true) }).prefault({}),
  tools: z.strictObject({ profile: z.enum(["full", "slim"]).default("full") }).prefault({}),
});

export type UserConfig = z.infer<typeof userConfigSchema>;
