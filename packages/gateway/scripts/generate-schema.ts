import { writeFile } from "node:fs/promises";
import { configJsonSchema } from "../src/config/config-schema.ts";

/** Writes the JSON Schema of the config for editors. A test compares it with what the gateway checks. */
const file = new URL("../toolcrib.schema.json", import.meta.url);
await writeFile(file, `${JSON.stringify(configJsonSchema(), undefined, 2)}\n`);
