import type { Tool } from "@toolcrib/core";
import type { CataloguePlan } from "@toolcrib/core/engine";
import { oncePer } from "@toolcrib/shared/caches";
import { planOf } from "../turn/make-turn.ts";
import type { Turn } from "../turn/turn.ts";
import type { WrittenRequest } from "../turn/write-request.ts";

const charactersPerToken = 2.5;

/** Records in the trace what a request's tokens are spent on and what was left out, estimated from lengths and marked as such. */
export function noteBudget(turn: Turn, { body, prepared }: WrittenRequest): void {
  const plan = planOf(turn);
  const { eager, deferred } = plan.derive(totalLengths);
  const found = prepared.loaded.reduce((sum, name) => sum + lengthOf(plan.byName.get(name)), 0);
  const isOff = !prepared.gate.isOn;
  const messages = body.messages.reduce((sum, message) => sum + lengthOf(message), 0);
  // Do not count definitions in the messages twice.
  const isInMessages = !isOff && turn.loader.definitionsIn === "messages";
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

function totalLengths(plan: CataloguePlan): { readonly eager: number; readonly deferred: number } {
  const sum = (tools: readonly Tool[]) => tools.reduce((length, tool) => length + lengthOf(tool), 0);
  return { eager: sum(plan.eager), deferred: sum(plan.deferred) };
}

/** Tools and earlier messages are repeated in every request. */
function lengthOf(part: object | undefined): number {
  return part === undefined ? 0 : writtenLength(part);
}

const writtenLength = oncePer((part: object) => JSON.stringify(part).length);

function tokens(characters: number): number {
  return Math.round(characters / charactersPerToken);
}
