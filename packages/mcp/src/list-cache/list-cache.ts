import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { ServerEntry } from "../config/server-entry.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { writeFileAtomically } from "../files/write-file-atomically.ts";
import type { ServerLists } from "../pool/server-lists.ts";

/** What was listed, and when. */
export interface CachedLists {
  readonly lists: ServerLists;
  readonly listedAt: number;
}

const listed = <Key extends string>(key: Key) => z.array(z.looseObject({ [key]: z.string() }));
const fileSchema = z.object({
  format: z.literal(1),
  listedAt: z.number(),
  lists: z.object({
    title: z.string().optional(),
    version: z.string().optional(),
    instructions: z.string().optional(),
    tools: listed("name"),
    prompts: listed("name"),
    resources: listed("uri"),
    resourceTemplates: listed("uriTemplate"),
  }),
});

/** The lists of servers on disk, a file for each way to start one. No value of an environment variable or header is written. */
export class ListCache {
  readonly #folder: string;
  readonly #capabilities: string;

  /** `capabilities`: what servers are told of the client; some list other tools by it. */
  constructor(folder: string, capabilities: object = {}) {
    this.#folder = folder;
    this.#capabilities = JSON.stringify(capabilities);
  }

  /** What is known of a server; a file that cannot be used is as good as none, and `onProblem` hears why. */
  async read(entry: ServerEntry, onProblem: (message: string) => void): Promise<CachedLists | undefined> {
    const path = this.fileOf(entry);
    let text: string;
    try {
      text = await readFile(path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") onProblem(`${path} cannot be read: ${reasonOf(error)}`);
      return undefined;
    }
    try {
      return fileSchema.parse(JSON.parse(text)) as unknown as CachedLists;
    } catch {
      onProblem(`${path} is broken and is ignored; it is written again when the server has listed its tools`);
      return undefined;
    }
  }

  async write(entry: ServerEntry, { lists, listedAt }: CachedLists): Promise<void> {
    await writeFileAtomically(this.fileOf(entry), JSON.stringify({ format: 1, listedAt, lists }));
  }

  /** The file with the lists of a server. */
  fileOf(entry: ServerEntry): string {
    const hash = createHash("sha256")
      .update(JSON.stringify([startedBy(entry), this.#capabilities]))
      .digest("hex");
    return join(this.#folder, "lists", `${entry.name.replace(/[^\w-]/g, "_").slice(0, 40)}-${hash.slice(0, 24)}.json`);
  }
}

function startedBy(entry: ServerEntry): readonly unknown[] {
  if (entry.transport === "stdio") {
    return [entry.name, entry.command, entry.args, Object.keys(entry.env).sort(), entry.cwd];
  }
  return [entry.name, entry.transport, entry.url, Object.keys(entry.headers).sort()];
}
