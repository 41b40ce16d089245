/** One size of conversation and catalogue, in one native form. */
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
