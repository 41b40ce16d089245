import { Hono } from "hono";
import { GatewayError } from "../errors/gateway-error.ts";

/** A file of a web page. */
export interface Page {
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Its content type. */
  readonly type: string;
}

/** Finds the file of a path that begins with a slash; undefined if there is none. */
export type FindPage = (path: string) => Page | undefined | Promise<Page | undefined>;

/** No other page may frame this one (clickjacking). */
const pageHeaders = {
  "content-security-policy": "frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** Serves the files of a web page. They contain no data, so they need no key; the admin API that they read from does. */
export function createPagesApp(findPage: FindPage): Hono {
  const app = new Hono();
  app.get("/*", async (context) => {
    const path = context.req.path.replace(/^\/studio/, "") || "/";
    const page = await findPage(path);
    if (page === undefined) throw new GatewayError("not_found", { method: "GET", path: context.req.path });
    return context.body(page.body, 200, { "content-type": page.type, ...pageHeaders });
  });
  return app;
}
