import { homedir } from "node:os";
import { defaultDataFolder } from "@toolcrib/mcp";

/** The folder of this command's own files: logins, and what `init` did. */
export function dataFolder(): string {
  return defaultDataFolder({ platform: process.platform, home: homedir(), environment: process.env });
}
