import { isRecord } from "@toolcrib/shared/json";
import type { Usage } from "../../../contracts/inner-form.ts";
import { isTokenCount } from "../../shared/token-count.ts";

const counts = ["input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens"] as const;

/** The usage that an upstream reports, without invalid counts: they are summed and exported as metrics. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const usage = value as unknown as Usage;
  const wrong = counts.filter((field) => !isAbsentOrCount(usage[field]));
  if (wrong.length === 0) return usage;
  return Object.fromEntries(
    Object.entries(usage).filter(([field]) => !(wrong as readonly string[]).includes(field)),
  ) as Usage;
}

function isAbsentOrCount(value: unknown): boolean {
  return value === undefined || value === null || isTokenCount(value);
}
