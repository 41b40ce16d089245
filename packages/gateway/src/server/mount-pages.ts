import type { Hono } from "hono";
import { type ConnectOptions, createConnectApp } from "../http/connect/connect-app.ts";
import { describeHome, homeAnswer } from "../http/home.ts";
import { createPagesApp, type FindPage } from "../http/pages.ts";
import type { ServedDialects } from "../http/served-dialects.ts";
import { createSignInApp, type SignInOptions } from "../http/sign-in.ts";

export interface PagesOptions extends SignInOptions, ConnectOptions {
  readonly dialects: ServedDialects;
  readonly pages: FindPage | undefined;
  readonly hasFront: boolean;
}

/** Adds what people open in a browser: signing in, logins at MCP servers, the studio and the home page. */
export function mountPages(app: Hono, options: PagesOptions): void {
  const { pages, hasFront, dialects } = options;
  app.route("/auth", createSignInApp(options));
  app.route("/connect", createConnectApp(options));
  if (pages !== undefined) app.route("/studio", createPagesApp(pages));
  const home = describeHome(dialects, { hasFront, hasPages: pages !== undefined });
  app.get("/", (context) => homeAnswer(home, context.req.header("accept") ?? ""));
}
