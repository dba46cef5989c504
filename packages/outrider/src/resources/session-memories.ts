import type { Caller } from "toolwright";
import type { MemoryChange, MemoryStore } from "../memory/memory-store.ts";
import type { Project } from "../workspace/project.ts";

/** What resources are made of: the same project and memories that the session's tools see. */
export interface SessionMemories {
  /** Undefined when the session has no project open. */
  sessionProject(caller: Caller): Promise<Project | undefined>;
  memoryOf(project: Project): MemoryStore;
  /** Changes in all projects of this process. */
  watchMemories(onChange: (change: MemoryChange) => void): () => void;
  /** Tells when a session works on another project from now on. */
  watchActive(onChange: () => void): () => void;
}
