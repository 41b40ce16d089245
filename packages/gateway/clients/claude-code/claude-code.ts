import type { Client } from "../frame/client.ts";
import { scenarios } from "./scenarios.ts";

/** Claude Code, as `claude -p`. */
export const claudeCode: Client = {
  name: "Claude Code",
  packageName: "@anthropic-ai/claude-code",
  folder: new URL(".", import.meta.url),
  scenarios,
};
