import type { Usage } from "../../../contracts/inner-form.ts";

const counts = ["input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"] as const;

/** The usage that an upstream reports, without invalid counts: they are summed and exported as metrics. */
export function readUsage(value: unknown): Usage | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const usage = value as Usage;
  const wrong = counts.filter((field) => !isCount(usage[field]));
  if (wrong.length === 0) return usage;
  return Object.fromEntries(
    Object.entries(usage).filter(([field]) => !(wrong as readonly string[]).includes(field)),
  ) as Usage;
}

function isCount(value: unknown): boolean {
  return value === undefined || value === null || (Number.isSafeInteger(value) && (value as number) >= 0);
}
