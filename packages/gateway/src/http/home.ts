import type { ServedDialects } from "./served-dialects.ts";

/** What the gateway serves, for somebody who opens its address. */
export interface Home {
  readonly endpoints: readonly { readonly path: string; readonly title: string }[];
}

const securityHeaders = {
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

export function describeHome(
  { endpoints }: ServedDialects,
  { hasFront, hasPages }: { readonly hasFront: boolean; readonly hasPages: boolean },
): Home {
  return {
    endpoints: [
      ...endpoints.filter(({ kind }) => kind === "messages").map(({ path }) => ({ path, title: "model endpoint" })),
      { path: "/v1/models", title: "models" },
      ...(hasFront ? [{ path: "/mcp", title: "MCP servers" }] : []),
      ...(hasPages ? [{ path: "/studio", title: "requests, tools and costs, live" }] : []),
      { path: "/healthz", title: "health" },
      { path: "/readyz", title: "whether it accepts requests" },
    ],
  };
}

/** Answers `GET /`: a small page for a browser, plain text for everybody else. It says nothing about the config. */
export function homeAnswer({ endpoints }: Home, accept: string): Response {
  if (accept.includes("text/html")) {
    return new Response(page(endpoints), {
      headers: { "content-type": "text/html; charset=utf-8", ...securityHeaders },
    });
  }
  const width = Math.max(...endpoints.map(({ path }) => path.length));
  const lines = endpoints.map(({ path, title }) => `  ${path.padEnd(width)}  ${title}`);
  return new Response(`Toolcrib is running.\n\n${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8", ...securityHeaders },
  });
}

function page(endpoints: Home["endpoints"]): string {
  const rows = endpoints.map(({ path, title }) => {
    // Only pages can be opened in a browser.
    const shown = path === "/studio" || path === "/healthz" ? `<a href="${path}">${path}</a>` : path;
    return `<tr><td><code>${shown}</code></td><td>${title}</td></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Toolcrib</title>
<style>
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 40rem; margin: 15vh auto; padding: 0 1.5rem; }
td { padding: 0.2rem 1.5rem 0.2rem 0; }
</style>
<h1>Toolcrib is running</h1>
<table>
${rows.join("\n")}
</table>
</html>
`;
}
