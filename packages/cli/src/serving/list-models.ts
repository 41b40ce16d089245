import type { ResolvedConfig } from "@toolcrib/gateway";
import { isRecord } from "@toolcrib/shared/json";
import { needsKey, needsModel } from "./claude-code-line.ts";

const maxMilliseconds = 1_500;
const maxBytes = 1_000_000;
const usableName = /^[\p{L}\p{N}\p{P}\p{S}]{1,200}$/u;
const otherKinds = /embed|rerank|whisper|tts/i;

/**
 * The models that a started gateway lists, for its own advice: those that can talk come first. Empty if nobody may ask without a key, if it
 * is not certain which upstream has them, or if the upstream does not tell soon.
 */
export async function listModels(url: string, config: ResolvedConfig): Promise<readonly string[]> {
  if (!needsModel(config) || needsKey(config) || Object.keys(config.upstreams).length !== 1) return [];
  try {
    const response = await fetch(`${url}/v1/models`, { signal: AbortSignal.timeout(maxMilliseconds) });
    const text = response.ok ? await response.text() : "";
    const body: unknown = text.length > maxBytes || text === "" ? undefined : JSON.parse(text);
    const entries = isRecord(body) && Array.isArray(body["data"]) ? body["data"] : [];
    const names = entries.flatMap((entry: unknown) => {
      const id = isRecord(entry) ? entry["id"] : undefined;
      return typeof id === "string" && usableName.test(id) ? [id] : [];
    });
    return [...names.filter((name) => !otherKinds.test(name)), ...names.filter((name) => otherKinds.test(name))];
  } catch {
    return [];
  }
}
