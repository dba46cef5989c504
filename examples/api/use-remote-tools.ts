// toolwright/mcp: Using the tools of another server
import { createKernel } from "toolwright";
import { openToolSource, ToolSourceError } from "toolwright/mcp";

/** The tools of a server that is started as a process, called through a kernel of ours. */
export async function listRemoteTools(command: string, args: readonly string[]): Promise<readonly string[]> {
  try {
    const source = await openToolSource({
      name: "far",
      server: { command, args },
      // What the server says of its tools is not believed unless we say so.
      trust: { annotations: true },
    });
    const kernel = createKernel({ tools: source.tools });
    const { visible } = await kernel.list();
    await kernel.close();
    await source.close();
    return visible.map(({ name }) => name);
  } catch (error) {
    if (error instanceof ToolSourceError) return [`${error.code}: ${error.message}`];
    throw error;
  }
}
