import type { Tool } from "./tool.ts";

/**
 * Makes something of a tool once. The memory belongs to the module, not to a caller: what is made depends on the tool alone, and sessions,
 * subagents and requests that share tool objects share it without knowing of each other. It lives as long as the tool does.
 * So a tool is known by identity: one that changes is replaced, never written into.
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
