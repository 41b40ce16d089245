import type { Settings } from "@toolcrib/core";

/** One size of conversation and catalogue, in one form of the native loader. */
export interface Case {
  readonly form: "full" | "lean";
  readonly messages: number;
  readonly tools: number;
}

const sizes: readonly (readonly [messages: number, tools: number])[] = [
  [21, 5_000],
  [201, 5_000],
  [2_001, 5_000],
  [20_001, 5_000],
  [2_001, 50],
  [2_001, 500],
  [2_001, 50_000],
];

/** Every size in both forms. */
export const cases: readonly Case[] = (["full", "lean"] as const).flatMap((form) =>
  sizes.map(([messages, tools]) => ({ form, messages, tools })),
);

/** The settings of a form: all tools are sent, deferred, or the found ones only. */
export function settingsOf(form: Case["form"]): Settings {
  return { undiscoveredTools: form === "full" ? "deferred" : "omitted" };
}
