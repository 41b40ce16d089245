import type { Settings, Tool } from "@toolcrib/core";
import { EngineMemory } from "@toolcrib/core/engine";
import type { EngineMemories } from "./answer-context.ts";

/** Engine memories that are released together with their catalogue. */
export function createEngineMemories(): EngineMemories {
  const byTools = new WeakMap<readonly Tool[], WeakMap<Settings, EngineMemory>>();
  return {
    of(tools, settings) {
      const bySettings = byTools.get(tools) ?? new WeakMap<Settings, EngineMemory>();
      byTools.set(tools, bySettings);
      const memory = bySettings.get(settings) ?? new EngineMemory();
      bySettings.set(settings, memory);
      return memory;
    },
  };
}
