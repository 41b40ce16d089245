import type { Client } from "../frame/client.ts";
import { scenarios } from "./scenarios.ts";

/** OpenAI's Codex, as `codex exec`. */
export const codex: Client = {
  name: "Codex",
  packageName: "@openai/codex",
  folder: new URL(".", import.meta.url),
  scenarios,
};
