import { parseJson } from "@toolcrib/shared/json";

/** Tells a gateway that this process was told to start in the background that it listens. Holds the words of its command line until they are read. */
export const backgroundVariable = "TOOLCRIB_IN_BACKGROUND";

/**
 * The words of the command line. Those of a gateway in the background come in its environment: everybody on a machine can read the
 * arguments of a process, and some are URLs with passwords.
 */
export function takeCommandWords(): readonly string[] {
  const given = parseJson(process.env[backgroundVariable] ?? "");
  if (!Array.isArray(given)) return process.argv.slice(2);
  // Programs that this process starts get its environment.
  process.env[backgroundVariable] = "1";
  return given.map(String);
}
