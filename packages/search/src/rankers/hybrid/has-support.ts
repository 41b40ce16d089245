import type { Passage } from "../../tool/passages.ts";
import { commonDirection, cosine } from "../../vectors/directions.ts";
import type { DescribedTool } from "./described-tool.ts";

// Chosen by the first tools for honest requests of nine sets, of which at most one in a hundred lacks support, and by
// attacks on six of them; docs/search-design.md names them.

/** A name that has so much to do with a request speaks for the tool itself. */
const nameOfRequest = 0.3;
/** How far name and passages must belong together, and how much must speak for the passage that is nearest to a request. */
const needed = { belonging: 0.3, support: 0.3 };
/** A passage that is so near to a request, or has so much of its words, may be one of several requests, and needs more. */
const nearlyRequest = 0.6;
const nearlyAllWords = 0.9;
/** A passage of which a request has so many words says nothing else. */
const shareOfOneThing = 0.6;
/** A passage that has so much of the words of another, or the other way round, says the same again. */
const shareOfRepetition = 0.6;
const neededByRequests = { belonging: 0.5, support: 0.5 };
/** The same for a tool that says a single sentence: names of arguments are not further requests, and do not speak for it. */
const neededBySentence = { belonging: 0.3, support: 0.25 };

/** A request, and what the name of a tool has to do with it. */
export interface NamedRequest {
  readonly vector: Float32Array;
  /** How much of the request the name covers. */
  readonly ofName: number;
  /** How much of the request a passage covers. */
  readonly coverOf: (passage: Passage) => number;
  /** How much of a passage the request covers. */
  readonly shareOf: (passage: Passage) => number;
}

/** What a tool's server says about it. */
export interface ServerDirections {
  readonly name: Float32Array;
  /** What its other tools are called; undefined if there are none. */
  readonly siblings: Float32Array | undefined;
}

/**
 * Whether anything speaks for what a tool has in common with a request: its name, the rest of what it says, its server's
 * name or the other tools of its server. Requests in the description of a tool that does something else have none of it.
 */
export function hasSupport(
  { passages, nameVector, ownPassages, ownNameBacking }: DescribedTool,
  { vector, ofName, coverOf, shareOf }: NamedRequest,
  server: () => ServerDirections | undefined,
): boolean {
  const isNamed = ofName >= nameOfRequest || cosine(vector, nameVector) >= nameOfRequest;
  if (isNamed || ownPassages.length === 0 || ownNameBacking >= neededByRequests.belonging) {
    return true;
  }
  const nearness = ownPassages.map((passage) => cosine(vector, passage));
  const most = Math.max(...nearness);
  const place = nearness.indexOf(most);
  const nearest = ownPassages[place] as Float32Array;
  const echo = passages[place] as Passage;
  const backedBy = (other: Float32Array | undefined): number =>
    other === undefined ? 0 : Math.max(0, cosine(nearest, other));
  const isNearlyRequest = most >= nearlyRequest || coverOf(echo) >= nearlyAllWords;
  if (isNearlyRequest && ownPassages.length === 1 && shareOf(echo) >= shareOfOneThing) {
    // It says one thing, and that is what is asked for.
    return true;
  }
  const saysMore = passages.some(({ isOfNames }, other) => other !== place && !isOfNames);
  const isRest = (other: number): boolean =>
    other !== place && !(isNearlyRequest && (!saysMore || isRepetition(passages[other] as Passage, echo)));
  const rest = ownPassages.filter((_, other) => isRest(other));
  const least = !isNearlyRequest ? needed : saysMore ? neededByRequests : neededBySentence;
  if (ownNameBacking + backedBy(commonDirection([nameVector, ...rest])) >= least.belonging) {
    return true;
  }
  const ofServer = server();
  const backings = [
    nameVector,
    rest.length > 0 ? commonDirection(rest) : undefined,
    ofServer?.name,
    ofServer?.siblings,
  ];
  return ofServer === undefined || backings.reduce((sum, other) => sum + backedBy(other), 0) >= least.support;
}

function isRepetition({ terms }: Passage, { terms: others }: Passage): boolean {
  let shared = 0;
  for (const term of terms) {
    shared += others.has(term) ? 1 : 0;
  }
  return shared > 0 && shared >= shareOfRepetition * Math.min(terms.size, others.size);
}
