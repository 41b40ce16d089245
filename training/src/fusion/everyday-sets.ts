import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SearchableTool } from "../../../packages/search/src/tool/searchable-tool.ts";
import { readJsonLines } from "../files/json-lines.ts";
import type { PublicQuery } from "./public-sets.ts";
import { takeEvenly } from "./sampling.ts";

/** Several servers as one catalogue, with what people ask of them. */
export interface EverydaySet {
  readonly tools: readonly SearchableTool[];
  /** Each wants one tool, of a server that no embedder learnt from: learnt requests look too easy. */
  readonly answerable: readonly PublicQuery[];
  /** Some that want a tool of a server that the embedders learnt from. */
  readonly learnt: readonly PublicQuery[];
  /** Some that were written for servers of other catalogues. A few have an answer here after all. */
  readonly foreign: readonly PublicQuery[];
  /** Near a server of the catalogue, or nonsense; no tool answers. */
  readonly unanswerable: readonly PublicQuery[];
  /** The catalogue without half of the tools that are asked for, and the requests for those: near misses are left. */
  readonly leftOut: { readonly tools: readonly SearchableTool[]; readonly queries: readonly PublicQuery[] };
}

/** A file of `catalogues`. */
interface Catalogue {
  readonly server: string;
  readonly tools: readonly { readonly name: string; readonly description: string; readonly args: readonly string[] }[];
}

/** A line of `requests`; no tool answers where there is none. */
interface Request {
  readonly server: string;
  readonly tool: string | null;
  readonly request: string;
}

/** As large as the catalogues of people with a dozen servers. */
const minTools = 200;
const maxLearnt = 150;
const maxForeign = 150;

/**
 * The everyday requests in catalogues of a dozen servers each. Servers are mixed by a hash of their names, so that a
 * catalogue has mail and maps and databases, as people's do.
 */
export function readEverydaySets(folder: string): readonly EverydaySet[] {
  const catalogues = filesIn(join(folder, "catalogues"))
    .map((path) => JSON.parse(readFileSync(path, "utf8")) as Catalogue)
    .sort((a, b) => hash(a.server) - hash(b.server));
  const requests = filesIn(join(folder, "requests")).flatMap((path) => readJsonLines<Request>(path));
  const groups: Catalogue[][] = [];
  let tools = minTools;
  for (const catalogue of catalogues) {
    if (tools >= minTools) {
      groups.push([]);
      tools = 0;
    }
    groups.at(-1)?.push(catalogue);
    tools += catalogue.tools.length;
  }
  return groups.map((group) => toSet(group, requests));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}

function toSet(group: readonly Catalogue[], all: readonly Request[]): EverydaySet {
  const servers = new Set(group.map(({ server }) => server));
  const requests = all.filter(({ server }) => servers.has(server));
  const tools = group.flatMap(({ server, tools: own }) =>
    own.map(({ name, description, args }) => ({
      name: nameOf(server, name),
      description,
      server,
      inputSchema: { type: "object", properties: Object.fromEntries(args.map((argument) => [argument, {}])) },
    })),
  );
  const wanting = requests.flatMap(({ server, tool, request }) =>
    tool === null ? [] : [{ server, text: request, wanted: [[nameOf(server, tool)]] }],
  );
  const wanted = new Set(wanting.flatMap((query) => query.wanted.flat()));
  const others = all.flatMap(({ server, tool, request }) =>
    tool === null || servers.has(server) ? [] : [{ text: request, wanted: [] }],
  );
  const isLeftOut = (name: string): boolean => wanted.has(name) && (hash(name) & 1) === 1;
  return {
    tools,
    answerable: wanting.filter(({ server }) => isKeptAside(server)),
    learnt: takeEvenly(
      wanting.filter(({ server }) => !isKeptAside(server)),
      maxLearnt,
    ),
    foreign: takeEvenly(others, maxForeign),
    unanswerable: requests.flatMap(({ tool, request }) => (tool === null ? [{ text: request, wanted: [] }] : [])),
    leftOut: {
      tools: tools.filter(({ name }) => !isLeftOut(name)),
      queries: wanting
        .filter((query) => query.wanted.flat().every(isLeftOut))
        .map(({ text }) => ({ text, wanted: [] })),
    },
  };
}

function nameOf(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}

/** Whether the training of the encoder and of the table keeps a server aside; the same rule as in `encoder/texts.py`. */
function isKeptAside(server: string): boolean {
  const share = createHash("sha1").update(`held|${server}`).digest().readUInt32BE(0) / 2 ** 32;
  return share < 0.1;
}

/** FNV-1a with a last mixing step: its low bits alone follow the last character. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) >>> 0;
}
