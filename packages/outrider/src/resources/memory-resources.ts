import { isToolError, type Caller } from "toolwright";
import type { ReadContext, ResourceInfo, ResourceProvider } from "toolwright/mcp";
import type { Memory, MemoryInfo, MemoryStore, MemoryChange } from "../memory/memory-store.ts";
import type { Project } from "../workspace/project.ts";

const mimeType = "text/markdown";

/** `memory://{+topic}`: the memories of the session's project, as they are at this moment. */
export function createMemoryResources({
  sessionProject,
  memoryOf,
  watchMemories,
  watchActive,
}: SessionMemories): ResourceProvider {
  async function storeOf({ caller }: ReadContext): Promise<MemoryStore | undefined> {
    const project = await sessionProject(caller);
    return project === undefined ? undefined : memoryOf(project);
  }

  async function list(context: ReadContext): Promise<readonly MemoryInfo[]> {
    return (await (await storeOf(context))?.list(context.signal)) ?? [];
  }

  return {
    templates: [
      {
        uriTemplate: "memory://{+topic}",
        name: "memory",
        title: "A memory of the project",
        description: "A note about the project that outlives conversations, as Markdown.",
        mimeType,
        complete: {
          topic: async (typed, _chosen, context) => {
            const topics = new Set((await list(context)).map(({ topic }) => topic));
            return [...topics].filter((topic) => topic.startsWith(typed));
          },
        },
      },
    ],
    async list(context) {
      const byUri = new Map<string, ResourceInfo>();
      for (const info of await list(context)) {
        const uri = memoryUri(info.topic);
        // Of a shared and a private memory with one topic the shared one comes first, and is the one that is read.
        if (!byUri.has(uri)) byUri.set(uri, memoryInfo(uri, info));
      }
      return [...byUri.values()];
    },
    async read(uri, context) {
      const topic = topicOf(uri);
      const store = topic === undefined ? undefined : await storeOf(context);
      if (topic === undefined || store === undefined) return undefined;
      const memory = await readEither(store, topic, context.signal);
      return memory === undefined ? undefined : [{ uri, mimeType, body: { text: withStaleness(memory) } }];
    },
    watch(onChange) {
      const stops = [
        watchMemories((change) => onChange(change === "list" ? "list" : { uri: memoryUri(change.topic) })),
        watchActive(() => onChange("list")),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

function memoryInfo(uri: string, { topic, title, stale, private: isPrivate }: MemoryInfo): ResourceInfo {
  const notes = [
    ...(isPrivate ? ["private"] : []),
    ...(stale.length === 0 ? [] : [`may be out of date: ${stale.join(", ")}`]),
  ];
  return { uri, name: topic, title, mimeType, ...(notes.length === 0 ? {} : { description: notes.join("; ") }) };
}

async function readEither(store: MemoryStore, topic: string, signal: AbortSignal): Promise<Memory | undefined> {
  try {
    return (
      (await store.read(topic, signal, { private: false })) ?? (await store.read(topic, signal, { private: true }))
    );
  } catch (error) {
    // What cannot be a topic is no address of a memory.
    if (isToolError(error) && error.code === "invalid_topic") return undefined;
    throw error;
  }
}

function withStaleness({ content, stale }: Memory): string {
  return stale.length === 0 ? content : `[May be out of date: ${stale.join(", ")}]\n\n${content}`;
}

const scheme = "memory://";

/** `build/ci` is `memory://build/ci`; what an address cannot hold is percent-encoded. */
export function memoryUri(topic: string): string {
  return scheme + topic.split("/").map(encodeURIComponent).join("/");
}

/** Undefined for other addresses. Decoded once: an encoded "/" is no way to another topic. */
export function topicOf(uri: string): string | undefined {
  if (!uri.startsWith(scheme)) return undefined;
  try {
    const names = uri.slice(scheme.length).split("/").map(decodeURIComponent);
    return names.some((name) => name.includes("/")) ? undefined : names.join("/");
  } catch {
    return undefined;
  }
}

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
