import type { CataloguePlan, Tool } from "@toolcrib/core";
import { planOf } from "./make-turn.ts";
import type { Turn } from "./turn.ts";
import type { WrittenRequest } from "./write-request.ts";

const charactersPerToken = 2.5;
const lengths = new WeakMap<object, number>();
const totals = new WeakMap<CataloguePlan, { readonly eager: number; readonly deferred: number }>();

/** Tells the trace what the tokens of a request are spent on, and what stayed out: from lengths, and marked so. */
export function noteBudget(turn: Turn, { body, loaded }: WrittenRequest): void {
  const { prepared } = loaded;
  const plan = planOf(turn);
  const { eager, deferred } = totalsOf(plan);
  const found = prepared.loaded.reduce((sum, name) => sum + lengthOf(plan.byName.get(name)), 0);
  const isOff = !prepared.gate.isOn;
  const messages = JSON.stringify(body.messages).length;
  // On the bridge the definitions of found tools stand in the messages, and are not to be counted twice.
  const isInMessages = !isOff && turn.loader.name === "bridge";
  turn.request.trace.note({
    budget: {
      source: "estimated",
      system: tokens(JSON.stringify(body.system ?? "").length),
      messages: tokens(isInMessages ? Math.max(0, messages - found) : messages),
      eagerTools: tokens(isOff ? eager + deferred : eager),
      foundTools: tokens(isOff ? 0 : found),
      withheldTools: tokens(isOff ? 0 : deferred - found),
    },
  });
}

function totalsOf(plan: CataloguePlan): { readonly eager: number; readonly deferred: number } {
  let total = totals.get(plan);
  if (total === undefined) {
    const sum = (tools: readonly Tool[]) => tools.reduce((length, tool) => length + lengthOf(tool), 0);
    total = { eager: sum(plan.eager), deferred: sum(plan.deferred) };
    totals.set(plan, total);
  }
  return total;
}

/** Tools and earlier messages come again with every request. */
function lengthOf(part: object | undefined): number {
  if (part === undefined) return 0;
  let length = lengths.get(part);
  if (length === undefined) {
    length = JSON.stringify(part).length;
    lengths.set(part, length);
  }
  return length;
}

function tokens(characters: number): number {
  return Math.round(characters / charactersPerToken);
}
