import { instantVectors } from "../embedding/instant-vectors.ts";
import { seenName } from "../text/look-alikes.ts";
import { wholeWords } from "../text/split-words.ts";
import { type ToolDocument, unnumberedName } from "../tool/document.ts";
import { commonDirection, cosine } from "../vectors/directions.ts";
import type { CatalogueView } from "./catalogue-view.ts";

/** So much of a description says what it is about. */
const maxDescriptionLength = 160;
/** The other tools of a server that are compared. */
const maxSiblings = 256;

/** Servers that do the same differ in size: neither is the likelier owner, unless one has hardly anything of the kind. */
const minRatio = 4;
/** A server with so much that belongs to a tool is not there for the copy. */
const kinshipOfOwner = 1;
/** A single tool that has a little to do with another is not enough. */
const minDifference = 0.4;

/** What is known of a server: what it is called, what each of its tools is called, and what belongs to them. */
interface KnownServer {
  readonly name: Float32Array;
  /** By their names in words: `get_page` and `getPage` are no two tools that belong to each other. */
  readonly tools: ReadonlyMap<string, Float32Array>;
  /** The sum of the tools' directions. */
  readonly all: Float32Array;
  readonly kinships: Map<string, number>;
}

/** By the names of its tools, which are another set after every change of a catalogue. */
const known = new WeakMap<ReadonlySet<string>, KnownServer>();

/** What the server of a tool and its other tools are called. Undefined for tools without a server, and if it cannot be known. */
export function serverDirections(
  catalogue: CatalogueView,
  document: ToolDocument,
): { readonly name: Float32Array; readonly siblings: Float32Array | undefined } | undefined {
  // What a program brings itself has no server, and is not a stranger's.
  const server = document.server === "" ? undefined : knownServer(catalogue, document.server);
  if (server === undefined) {
    return undefined;
  }
  const own = server.tools.get(inWords(unnumberedName(document)));
  const siblings = own === undefined ? server.all : differenceOf(server.all, commonDirection([own]));
  return { name: server.name, siblings: server.tools.size > 1 ? siblings : undefined };
}

/**
 * How much the other tools of its server have to do with a tool: the squares of their cosines, so that many that have
 * nothing to do with it count for little. Who copies tools of others rarely copies what belongs to them. Undefined if it
 * cannot be known.
 */
export function kinshipOf(catalogue: CatalogueView, slot: number): number | undefined {
  const document = catalogue.documentAt(slot);
  if (document.server === "") {
    // What a program brings itself is copied from nobody.
    return Number.POSITIVE_INFINITY;
  }
  const server = knownServer(catalogue, document.server);
  const kinship = server?.kinships.get(document.name) ?? (server && measure(catalogue, document, server));
  if (kinship !== undefined) {
    server?.kinships.set(document.name, kinship);
  }
  return kinship;
}

/** Whether a tool with this kinship is likelier the original of a copy than one with less. */
export function hasMoreKin(kinship: number, less: number): boolean {
  return less < kinshipOfOwner && kinship > minRatio * less + minDifference;
}

function measure(catalogue: CatalogueView, document: ToolDocument, { tools }: KnownServer): number | undefined {
  const said = `${inWords(document.bareName)} ${document.description.slice(0, maxDescriptionLength)}`;
  const tool = instantVectors(catalogue.semantic?.embedder, [said])?.[0];
  const own = inWords(unnumberedName(document));
  return (
    tool &&
    [...tools].reduce((sum, [name, other]) => sum + (name === own ? 0 : Math.max(0, cosine(tool, other)) ** 2), 0)
  );
}

function knownServer(catalogue: CatalogueView, server: string): KnownServer | undefined {
  const names = catalogue.namesOf(server);
  if (names === undefined) {
    return undefined;
  }
  let read = known.get(names);
  if (read === undefined) {
    const compared = [...new Set([...names].sort().slice(0, maxSiblings).map(inWords))];
    const vectors = instantVectors(catalogue.semantic?.embedder, [inWords(server), ...compared]);
    if (vectors === undefined) {
      return undefined;
    }
    const [name, ...tools] = vectors as readonly [Float32Array, ...Float32Array[]];
    read = {
      name,
      tools: new Map(compared.map((tool, place) => [tool, tools[place] as Float32Array])),
      all: commonDirection(tools),
      kinships: new Map(),
    };
    known.set(names, read);
  }
  return read;
}

function differenceOf(left: Float32Array, right: Float32Array): Float32Array {
  return left.map((value, place) => value - (right[place] as number));
}

function inWords(name: string): string {
  return wholeWords(seenName(name)).join(" ");
}
