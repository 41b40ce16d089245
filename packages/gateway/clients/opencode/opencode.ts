import type { Client } from "../frame/client.ts";
import { scenarios } from "./scenarios.ts";

/** opencode, as `opencode run`. */
export const opencode: Client = {
  name: "opencode",
  packageName: "opencode-ai",
  folder: new URL(".", import.meta.url),
  scenarios,
};
