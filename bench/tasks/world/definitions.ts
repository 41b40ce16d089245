import { readdirSync, readFileSync } from "node:fs";
import type { ServiceDefinition } from "../types.ts";

const folder = new URL("definitions/", import.meta.url);

/** All servers of the world with their real tools, by name. */
export const definitions: readonly ServiceDefinition[] = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .sort()
  .map((file) => JSON.parse(readFileSync(new URL(file, folder), "utf8")) as ServiceDefinition);
