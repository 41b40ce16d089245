import { describeValue, errorMessage } from "@toolcrib/shared/errors";
import { compareNames } from "@toolcrib/shared/names";
import { CoreError } from "../errors/core-error.ts";
import type { SkillListing, SkillSource, SkillSummary } from "./skill.ts";

/** More would fill the context window of most models. */
const maxSkillLength = 200_000;

/** Skills share an index with tools, under names that no tool has. */
const indexPrefix = "skill__";

/** A skill as an index document. */
export interface SkillDocument {
  readonly name: string;
  readonly description: string;
}

/** All skills of some sources. */
export interface SkillLibrary {
  readonly skills: ReadonlyMap<string, SkillSummary>;
  /** The skill with this name or short id. */
  find(nameOrId: string): SkillSummary | undefined;
  readonly failures: SkillListing["failures"];
  /** For the index that holds the tools. */
  readonly documents: readonly SkillDocument[];
  load(name: string): Promise<string>;
}

/**
 * Lists the skills of every source. A source that fails entirely is reported as a failure, and so is a skill whose name
 * is already taken: a remote file must neither replace another skill nor prevent the others from being used.
 */
export async function openSkillLibrary(sources: readonly SkillSource[]): Promise<SkillLibrary> {
  const skills = new Map<string, SkillSummary>();
  const sourceOf = new Map<string, SkillSource>();
  const failures: SkillListing["failures"][number][] = [];
  const listings = await Promise.all(sources.map(listOrFail));
  for (const [position, listing] of listings.entries()) {
    failures.push(...listing.failures);
    for (const skill of listing.skills) {
      const other = skills.get(skill.name);
      if (other !== undefined) {
        const { message } = new CoreError("duplicate_skill_name", {
          name: describeValue(skill.name),
          first: describeValue(other.location),
          second: describeValue(skill.location),
        });
        failures.push({ location: skill.location, reason: message });
        continue;
      }
      skills.set(skill.name, skill);
      sourceOf.set(skill.name, sources[position] as SkillSource);
    }
  }
  const byShortId = shortIdsOf(skills);
  const sorted = [...skills.values()].sort((left, right) => compareNames(left.name, right.name));
  return {
    skills,
    failures,
    find: (nameOrId) => skills.get(nameOrId) ?? byShortId.get(nameOrId),
    documents: sorted.map(({ name, description }) => ({ name: indexPrefix + name, description })),
    async load(name) {
      const skill = skills.get(name);
      const source = sourceOf.get(name);
      if (skill === undefined || source === undefined) {
        throw new CoreError("unknown_skill", { name: describeValue(name), count: skills.size });
      }
      const text = await source.load(skill);
      if (text.length <= maxSkillLength) return text;
      throw new CoreError("invalid_skill", {
        location: describeValue(skill.location),
        expected: `at most ${maxSkillLength} characters`,
        received: `${text.length}`,
      });
    },
  };
}

/** The skills by short id. An id that two skills share identifies neither. */
function shortIdsOf(skills: ReadonlyMap<string, SkillSummary>): ReadonlyMap<string, SkillSummary> {
  const byShortId = new Map<string, SkillSummary>();
  const shared = new Set<string>();
  for (const skill of skills.values()) {
    if (skill.shortId === undefined) continue;
    if (byShortId.has(skill.shortId)) shared.add(skill.shortId);
    byShortId.set(skill.shortId, skill);
  }
  for (const id of shared) byShortId.delete(id);
  return byShortId;
}

async function listOrFail(source: SkillSource): Promise<SkillListing> {
  try {
    return await source.list();
  } catch (error) {
    return { skills: [], failures: [{ location: "a whole source", reason: errorMessage(error) }] };
  }
}

/** The skill with this name in the index; empty for a tool. */
export function skillNameOf(indexed: string): string {
  return indexed.startsWith(indexPrefix) ? indexed.slice(indexPrefix.length) : "";
}
