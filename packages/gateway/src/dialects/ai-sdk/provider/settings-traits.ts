import { describeValue } from "@toolcrib/shared/errors";
import { ConfigError } from "../../../errors/config-error.ts";
import type { ProviderTraits } from "./provider-traits.ts";

const names = [
  "takesSystemMessagesInPlace",
  "takesImagesInResults",
  "takesImageUrls",
  "takesStrict",
  "takesEffort",
  "marksFailedResults",
] as const satisfies readonly (keyof ProviderTraits)[];

export interface SettingsParts {
  /** What the config says about the provider, overriding the assumptions. */
  readonly traits: Partial<ProviderTraits>;
  /** The remaining settings, for the provider's factory. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Extracts `traits` from an upstream's settings: the operator knows the server behind a URL better than any table. */
export function readSettings(upstream: string, given: Readonly<Record<string, unknown>> = {}): SettingsParts {
  const { traits = {}, ...settings } = given;
  const field = `upstreams.${upstream}.settings.traits`;
  if (typeof traits !== "object" || traits === null) {
    throw new ConfigError("config_invalid", {
      place: "",
      field,
      expected: "an object",
      received: describeValue(traits),
    });
  }
  for (const [name, value] of Object.entries(traits)) {
    const isKnown = (names as readonly string[]).includes(name);
    if (isKnown && typeof value === "boolean") continue;
    const expected = isKnown ? "true or false" : `one of ${names.join(", ")}`;
    const received = isKnown ? describeValue(value) : describeValue(name);
    throw new ConfigError("config_invalid", {
      place: "",
      field: isKnown ? `${field}.${name}` : field,
      expected,
      received,
    });
  }
  return { traits: traits as Partial<ProviderTraits>, settings };
}
