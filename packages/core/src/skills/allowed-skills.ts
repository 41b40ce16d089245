import { findRuleAgainstCall } from "../policy/policy.ts";
import { isHiding, type PolicyRule } from "../policy/policy-rule.ts";
import type { SkillSummary } from "./skill.ts";
import { type SkillLibrary, skillNameOf } from "./skill-library.ts";
import { discoverSkillsToolName, skillToolName } from "./skill-tools.ts";

/** Rules depend on keys, routes and clients: a config has few different rule lists. */
const maxViews = 100;
// Both are module-level: each user of a library has its own rules, and a library can be any object. The mapping from a
// view to the whole library is kept here and not on the view, which must not reveal what rules hide.
const views = new WeakMap<SkillLibrary, Map<string, SkillLibrary>>();
const wholes = new WeakMap<SkillLibrary, SkillLibrary>();

/**
 * The skills that rules allow: a caller that may not call `Skill` with a name neither sees nor loads that skill,
 * whatever the tool's name is where it is offered (E1.0). The same rules give the same library.
 */
export function allowedSkills(library: SkillLibrary, rules: readonly PolicyRule[]): SkillLibrary {
  const hiding = rules.filter(isHiding);
  if (hiding.length === 0) return library;
  const key = JSON.stringify(hiding);
  const known = views.get(library) ?? new Map<string, SkillLibrary>();
  views.set(library, known);
  const view = known.get(key) ?? viewOf(library, hiding);
  if (known.size >= maxViews) known.clear();
  known.set(key, view);
  return view;
}

/**
 * Whether rules forbid a call of a tool for skills. Skills belong to no server, but rules that leave only some servers visible hide
 * them, too, unless an exception names the server `skills`.
 */
export function forbidsSkillCall(name: string, input: unknown, rules: readonly PolicyRule[]): boolean {
  const limiting = rules.filter(({ except }) => except !== undefined);
  return (
    findRuleAgainstCall({ name }, input, rules) !== undefined ||
    findRuleAgainstCall({ name, server: "skills" }, input, limiting) !== undefined
  );
}

/** The library behind a view, or the library itself. */
export function wholeLibrary(library: SkillLibrary): SkillLibrary {
  return wholes.get(library) ?? library;
}

function viewOf(library: SkillLibrary, rules: readonly PolicyRule[]): SkillLibrary {
  const mayDiscover = !forbidsSkillCall(discoverSkillsToolName, {}, rules);
  const isAllowed = ({ name }: SkillSummary): boolean =>
    mayDiscover && !forbidsSkillCall(skillToolName, { name }, rules);
  const skills = new Map([...library.skills].filter(([, skill]) => isAllowed(skill)));
  if (skills.size === library.skills.size) return library;
  const view: SkillLibrary = {
    skills,
    find: (nameOrId) => {
      const skill = library.find(nameOrId);
      return skill !== undefined && skills.has(skill.name) ? skill : undefined;
    },
    failures: library.failures,
    documents: library.documents.filter(({ name }) => skills.has(skillNameOf(name))),
    load: (name) => library.load(name),
  };
  wholes.set(view, library);
  return view;
}
