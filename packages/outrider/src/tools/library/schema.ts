import { overflowSchema } from "toolwright";
import * as z from "zod";
import { libraryEcosystems } from "../../ecosystems/index.ts";
import { projectField, pageFields } from "../fields.ts";

const action = z.enum(["list", "register", "forget"]);

export const input = z.strictObject({
  action: action.optional().describe("Default: list"),
  name: z.string().optional().describe("Only libraries whose name contains this"),
  path: z.string().optional().describe("Directory to register as a library"),
  offset: pageFields.offset,
  ...projectField,
});

const library = z.strictObject({
  name: z.string(),
  ecosystem: z.enum([...libraryEcosystems.map(({ id }) => id), "other"]),
  wanted: z.string().optional().describe("The version as a manifest asks for it"),
  locked: z.array(z.string()).describe("Versions that a lock file has chosen"),
  installed: z.string().optional(),
  source: z
    .enum(["files", "archive", "binary", "none"])
    .describe("Readable here; packed sources, not readable; compiled only; not on this machine"),
  place: z.string().optional().describe("Where it is; relative inside of the project"),
  own: z.literal(true).optional().describe("A package of the project itself"),
  found: z.enum(["manifest", "definition", "registered"]),
  from: z.string().optional().describe("The manifest or lock file that names it"),
  direct: z.boolean().describe("Not only a library of a library"),
  indexed: z.boolean(),
});

export const output = z.strictObject({
  action,
  libraries: z.array(library).optional().describe("Those with source first"),
  total: z.int().optional().describe("Exact, of all that fit"),
  direct: z.int().optional().describe("Of these"),
  readable: z.int().optional().describe("Of these, with source on this machine"),
  filter: z.string().optional(),
  overflow: overflowSchema.optional().describe("Present when not all are shown"),
  problems: z.array(z.string()).optional().describe("Manifests that could not be used"),
  /** Name of the registered or forgotten library. */
  name: z.string().optional(),
  root: z.string().optional(),
  was: z.enum(["manifest", "definition", "registered"]).optional(),
});

export type Input = z.infer<typeof input>;
export type Output = z.infer<typeof output>;
export type Row = z.infer<typeof library>;
