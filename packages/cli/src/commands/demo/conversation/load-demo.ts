import { importOptional } from "../../../optional-packages/import-optional.ts";

/** The package of the demonstration, which brings the SDK and the MCP servers. */
export type Demo = typeof import("@toolcrib/demo");

/** Loads it if it is installed. */
export function loadDemo(): Promise<Demo> {
  return importOptional(() => import("@toolcrib/demo"), "@toolcrib/demo", "demo_not_installed");
}
