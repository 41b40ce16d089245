import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseExactly, writeExactly } from "@toolcrib/shared/json";
import { z } from "zod";
import type { ServerEntry } from "../config/server-entry.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { writeFileAtomically } from "../files/write-file-atomically.ts";
import type { ServerLists } from "../lists/server-lists.ts";
import type { ProtocolEra } from "../wire/protocol-era.ts";

/** The lists, when they were read, and the server's protocol era. */
export interface CachedLists {
  readonly lists: ServerLists;
  readonly listedAt: number;
  readonly era: ProtocolEra;
}

/** The secrets sent to a server, such as the values of headers and variables; another token means another list. */
export type ReadCredentials = (entry: ServerEntry) => Promise<string>;

const listed = <Key extends string>(key: Key) => z.array(z.looseObject({ [key]: z.string() }));
const caching = z.object({
  receivedAt: z.number(),
  ttlMilliseconds: z.number().min(0).optional(),
  scope: z.enum(["public", "private"]),
});
const fileSchema = z.object({
  format: z.literal(2),
  listedAt: z.number(),
  era: z.enum(["legacy", "modern"]),
  /** The owner of the list, as a salted hash. */
  owner: z.object({ salt: z.string(), hash: z.string() }),
  lists: z.object({
    title: z.string().optional(),
    version: z.string().optional(),
    instructions: z.string().optional(),
    tools: listed("name"),
    prompts: listed("name"),
    resources: listed("uri"),
    resourceTemplates: listed("uriTemplate"),
    caching: z.partialRecord(z.enum(["discover", "tools", "prompts", "resources", "resourceTemplates"]), caching),
  }),
});

/**
 * The lists of servers on disk, one file per way to start a server. Values of environment variables and headers are
 * never written. A list that its server does not mark as public is used only with the credentials it was read with.
 */
export class ListCache {
  readonly #folder: string;
  readonly #capabilities: string;
  readonly #readCredentials: ReadCredentials;

  /** `capabilities`: the client capabilities sent to servers; some servers list other tools depending on them. */
  constructor(folder: string, capabilities: object, readCredentials: ReadCredentials) {
    this.#folder = folder;
    this.#capabilities = JSON.stringify(capabilities);
    this.#readCredentials = readCredentials;
  }

  /** The cached lists of a server; an unusable file counts as missing, and `onProblem` gets the reason. */
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
      const { owner, ...cached } = fileSchema.parse(parseExactly(text));
      const lists = cached as unknown as CachedLists;
      const isOurs = hashOf(owner.salt, await this.#readCredentials(entry)) === owner.hash;
      return isOurs || isPublic(lists) ? lists : undefined;
    } catch {
      onProblem(`${path} is broken and is ignored; it is written again when the server has listed its tools`);
      return undefined;
    }
  }

  async write(entry: ServerEntry, { lists, listedAt, era }: CachedLists): Promise<void> {
    const salt = randomBytes(16).toString("hex");
    const owner = { salt, hash: hashOf(salt, await this.#readCredentials(entry)) };
    await writeFileAtomically(this.fileOf(entry), writeExactly({ format: 2, listedAt, era, owner, lists }));
  }

  /** The file with the lists of a server. */
  fileOf(entry: ServerEntry): string {
    const hash = createHash("sha256")
      .update(JSON.stringify([startedBy(entry), this.#capabilities]))
      .digest("hex");
    return join(this.#folder, "lists", `${entry.name.replace(/[^\w-]/g, "_").slice(0, 40)}-${hash.slice(0, 24)}.json`);
  }
}

/** Whether everything in the server's lists may be shared. */
function isPublic({ lists }: CachedLists): boolean {
  const all = Object.values(lists.caching);
  return all.length > 0 && all.every(({ scope }) => scope === "public");
}

function hashOf(salt: string, credentials: string): string {
  return createHash("sha256")
    .update(JSON.stringify([salt, credentials]))
    .digest("hex");
}

function startedBy(entry: ServerEntry): readonly unknown[] {
  if (entry.transport === "stdio") {
    return [entry.name, entry.command, entry.args, Object.keys(entry.env).sort(), entry.cwd];
  }
  return [entry.name, entry.transport, entry.url, Object.keys(entry.headers).sort()];
}
