import type { Tool } from "./tool.ts";

/**
 * Computes a value once per tool. The cache belongs to the module, not to a caller: the value depends on the tool
 * alone, and sessions, subagents and requests that share tool objects share it. An entry lives as long as its tool.
 * Tools are therefore identified by object: replace a tool that changes, never modify it.
 */
export function oncePerTool<Value extends object | string>(make: (tool: Tool) => Value): (tool: Tool) => Value {
  const made = new WeakMap<Tool, Value>();
  return (tool) => {
    let value = made.get(tool);
    if (value === undefined) {
      value = make(tool);
      made.set(tool, value);
    }
    return value;
  };
}
