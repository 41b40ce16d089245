import { readFile } from "node:fs/promises";
import { z } from "zod";
import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { writeFileAtomically } from "../files/write-file-atomically.ts";

/** The hashes of approved definitions, by server and by the server's own name of the tool. */
export type Approvals = ReadonlyMap<string, ReadonlyMap<string, string>>;

const fileSchema = z.object({
  version: z.literal(1),
  approved: z.record(z.string(), z.record(z.string(), z.string())),
});

/** Reads a pin file; none is as good as an empty one. A broken one is an error: taking it for empty would approve what it holds back. */
export async function readPinFile(path: string): Promise<Approvals> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    throw broken(path, "a file that can be read", error);
  }
  try {
    const { approved } = fileSchema.parse(JSON.parse(text));
    return new Map(Object.entries(approved).map(([server, tools]) => [server, new Map(Object.entries(tools))]));
  } catch (error) {
    throw broken(path, "JSON with version 1 and approved hashes by server and tool", error);
  }
}

/** Writes a pin file, in a fixed order, so that it can be kept under version control. */
export async function writePinFile(path: string, approvals: Approvals): Promise<void> {
  const approved = sortedObject([...approvals].map(([server, tools]) => [server, sortedObject([...tools])]));
  await writeFileAtomically(path, `${JSON.stringify({ version: 1, approved }, undefined, 2)}\n`);
}

function sortedObject<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function broken(file: string, expected: string, error: unknown): McpError {
  return new McpError("pin_file_broken", { file, expected, received: reasonOf(error) }, { cause: error });
}
