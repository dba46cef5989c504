import type { Services } from "../../services.ts";

export type CommandServices = Pick<Services, "workspace" | "outputs" | "shell">;
