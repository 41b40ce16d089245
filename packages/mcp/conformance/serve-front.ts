import { fileURLToPath } from "node:url";
import { ServerPool } from "../src/index.ts";
import { scriptedEntry } from "../src/testing/scripted-entry.ts";
import { serveFront } from "../src/testing/serve-front.ts";

const programs = {
  legacy: fileURLToPath(new URL("../src/testing/conformance-server.mjs", import.meta.url)),
  modern: fileURLToPath(new URL("../src/testing/modern-conformance-server.mjs", import.meta.url)),
};

/** Which generation the server behind the front is of. */
export type Generation = keyof typeof programs;

/** The front on a free port, before a server with what the suite asks for. Its tools are listed under their own names. */
export async function serveForSuite(generation: Generation): Promise<{ readonly url: string; close(): Promise<void> }> {
  const pool = new ServerPool({
    entries: [{ ...scriptedEntry("conformance"), args: [programs[generation]], env: {} }],
    cacheFolder: null,
    clientCapabilities: { sampling: {}, elicitation: { form: {}, url: {} }, roots: {} },
  });
  const served = await serveFront({ pool, pinnedNames: "own", policy: [{ action: "pin", server: "conformance" }] });
  return {
    url: served.url,
    async close() {
      await served.close();
      await pool.close();
    },
  };
}
