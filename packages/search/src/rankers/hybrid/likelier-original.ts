import type { CatalogueView } from "../../ranking/catalogue-view.ts";
import { hasMoreKin, kinshipOf } from "../../ranking/kinship.ts";
import { seenName } from "../../text/look-alikes.ts";
import type { ToolDocument } from "../../tool/document.ts";

/** How many times the tools of another server an owner has, apart from what they copy. */
const ownerSizeRatio = 2;
/** A server with more tools than this, apart from copies of one tool, is not there for the copies. */
const maxToolsOfCopier = 1;

/** A server of which so many tools are on another one, which has so many times as many, is a part of it. */
const minShareOfPart = 0.8;
const minToolsOfPart = 5;
/** Tools of a server that is put together from others' have little to do with each other. */
const maxKinshipOfCollage = 0.5;
const sizeRatioOfWhole = 1.75;

/**
 * Whether one of two tools that say the same is likelier the original than the other. That cannot be known: more of the
 * tools around it have to do with it, or its server has all that the other's has and more, or its server is not put
 * together from others', or the other's has hardly anything else.
 */
export function isLikelierOriginal(
  catalogue: CatalogueView,
  slot: number,
  than: number,
  otherToolsOf: (slot: number) => number = (copy) => catalogue.toolsOf(catalogue.documentAt(copy).server) - 1,
): boolean {
  const byServers = areSame(catalogue.documentAt(slot), catalogue.documentAt(than))
    ? compareServers(catalogue, slot, than)
    : 0;
  if (byServers !== 0) {
    return byServers > 0;
  }
  const ownTools = otherToolsOf(than);
  return ownTools <= maxToolsOfCopier && otherToolsOf(slot) + 1 >= (ownTools + 1) * ownerSizeRatio;
}

function isPartOf(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  if (names.size < minToolsOfPart || others.size < sizeRatioOfWhole * names.size) {
    return false;
  }
  let shared = 0;
  for (const name of names) {
    shared += others.has(name) ? 1 : 0;
  }
  return shared >= minShareOfPart * names.size;
}

/** Whether two tools that say the same do it in the same words, or have the same name: others may only resemble each other. */
function areSame(one: ToolDocument, other: ToolDocument): boolean {
  const [short, long] = [one.description, other.description].sort((left, right) => left.length - right.length);
  return (
    seenName(one.bareName) === seenName(other.bareName) || (short !== "" && long?.includes(short as string) === true)
  );
}

/** Above 0 if the server of the first is likelier the owner of what both have, below 0 if that of the second is. */
function compareServers(catalogue: CatalogueView, slot: number, other: number): number {
  const [kinship, otherKinship] = [kinshipOf(catalogue, slot), kinshipOf(catalogue, other)];
  const byKin =
    kinship === undefined || otherKinship === undefined
      ? 0
      : Number(hasMoreKin(kinship, otherKinship)) - Number(hasMoreKin(otherKinship, kinship));
  const [server, otherServer] = [slot, other].map((copy) => catalogue.documentAt(copy).server) as [string, string];
  const [names, otherNames] = [catalogue.namesOf(server), catalogue.namesOf(otherServer)];
  const byParts =
    names === undefined || otherNames === undefined
      ? 0
      : Number(isPartOf(otherNames, names)) - Number(isPartOf(names, otherNames));
  const isCollage = (name: string, kin = 0): boolean => kin < maxKinshipOfCollage && catalogue.isCollage(name);
  return byKin || byParts || Number(isCollage(otherServer, otherKinship)) - Number(isCollage(server, kinship));
}
