import { compareNames } from "@toolcrib/shared/names";
import type { CataloguePlan } from "../05-deferral-decision/catalogue-plan.ts";
import type { Announced } from "../conversation/announced.ts";
import type { Announcement } from "../conversation/announcement-text.ts";
import { serverOf } from "../tools/tool.ts";
import { type AnnouncementForm, formWithinBudget } from "./announcement-budget.ts";

/** The names and counts that stand for the deferred tools of a catalogue. */
export function announcementForm(plan: CataloguePlan, budgetTokens: number): AnnouncementForm {
  const last = plan.derive(noFormYet);
  if (last.form === undefined || last.budgetTokens !== budgetTokens) {
    last.form = formWithinBudget(plan.deferred, budgetTokens);
    last.budgetTokens = budgetTokens;
  }
  return last.form;
}

/** Where a plan keeps its last form: one budget follows another only when the settings change. */
function noFormYet(): { budgetTokens: number; form: AnnouncementForm | undefined } {
  return { budgetTokens: 0, form: undefined };
}

/** What to announce so that the model knows the current deferred tools; undefined if nothing. */
export function announcementDelta(
  plan: CataloguePlan,
  announced: Announced,
  budgetTokens: number,
): Announcement | undefined {
  const form = announcementForm(plan, budgetTokens);
  const counts = new Map([...form.counts].filter(([server, count]) => announced.counts.get(server) !== count));
  const names = form.names.filter((name) => !announced.names.has(name));
  // A tool that became eager, or is now only counted, still exists: it was removed only if the catalogue lacks it.
  const removedNames = [...announced.names].filter((name) => !plan.byName.has(name)).sort(compareNames);
  const servers = new Set(plan.deferred.length > 0 ? serversOf(plan) : []);
  const removedServers = [...announced.counts.keys()].filter((server) => !servers.has(server)).sort(compareNames);
  if (names.length + counts.size + removedNames.length + removedServers.length === 0) return undefined;
  return { names, counts, unnamed: form.unnamed, removedNames, removedServers, total: plan.deferred.length };
}

function* serversOf(plan: CataloguePlan): Generator<string> {
  for (const tool of plan.byName.values()) {
    const server = serverOf(tool);
    if (server !== undefined) yield server;
  }
}
