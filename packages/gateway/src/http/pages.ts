import { Hono } from "hono";
import { GatewayError } from "../errors/gateway-error.ts";

/** A file of a web page. */
export interface Page {
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Its content type. */
  readonly type: string;
}

/** Gives the file of a path, which begins with a slash; undefined where there is none. */
export type FindPage = (path: string) => Page | undefined | Promise<Page | undefined>;

/** No other page may show this one in a frame, where a user could be made to click in it. */
const pageHeaders = {
  "content-security-policy": "frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** Serves the files of a web page. They hold no data, so they need no key; what they show comes from the admin API, which does. */
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
