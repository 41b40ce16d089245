import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { ToolIndex } from "@toolcrib/search";
import { createFront, type Front, type FrontOptions, type PoolOptions, ServerPool } from "../index.ts";
import { connectClient } from "./client.ts";

const closing: (() => Promise<void>)[] = [];

/** Closed after the test, in reverse order. */
export function closeLater(close: () => Promise<void>): void {
  closing.push(close);
}

/** Closes what a test opened. */
export async function closeFronts(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close();
}

/** An index without embeddings. */
export function wordsOnly(): ToolIndex {
  return new ToolIndex({ embedder: null });
}

/** A front whose servers are connected or have failed. */
export async function openFront(
  poolOptions: PoolOptions,
  options: Partial<FrontOptions> = {},
): Promise<{ readonly pool: ServerPool; readonly front: Front }> {
  const pool = new ServerPool({ cacheFolder: null, endMilliseconds: 300, ...poolOptions });
  closing.push(() => pool.close());
  await pool.settled(20_000);
  const front = await createFront({ pool, index: wordsOnly(), ...options });
  closing.push(() => front.close());
  return { pool, front };
}

/** The same with a client. */
export async function openClient(
  poolOptions: PoolOptions,
  options: Partial<FrontOptions> = {},
  name?: string,
): Promise<{ readonly pool: ServerPool; readonly front: Front; readonly client: Client }> {
  const { pool, front } = await openFront(poolOptions, options);
  const client = await connectClient(front, name);
  closing.push(() => client.close());
  return { pool, front, client };
}

export async function call(client: Client, name: string, input: Record<string, unknown> = {}): Promise<CallToolResult> {
  return client.callTool({ name, arguments: input });
}

/** The names of the tools listed for a client. */
export async function listed(client: Client): Promise<string[]> {
  return (await client.listTools()).tools.map(({ name }) => name);
}

/** The names of the front's own tools, in listed order. */
export const ownTools: readonly string[] = ["search_tools", "describe_tools", "call_tool"];
