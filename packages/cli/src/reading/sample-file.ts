import { fileURLToPath } from "node:url";

/** The catalogue that comes with the command. */
export const sampleFile: string = fileURLToPath(new URL("../../sample/tools.jsonl", import.meta.url));
