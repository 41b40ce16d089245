import type { DemoTool } from "@toolcrib/demo";
import { catalogueTool, type ServerPool } from "@toolcrib/mcp";
import { readTools } from "../../../reading/read-tools.ts";
import { sampleFile } from "../../../reading/sample-file.ts";

/** The tools that the client of the demonstration declares: those of the real servers, and the sample catalogue. */
export async function demoTools(pool: ServerPool): Promise<readonly DemoTool[]> {
  const sample = await readTools([sampleFile]);
  return [...pool.tools().map(catalogueTool), ...sample].map(({ name, description, inputSchema }) => ({
    name,
    ...(description ? { description } : {}),
    input_schema: (inputSchema ?? { type: "object" }) as DemoTool["input_schema"],
  }));
}
