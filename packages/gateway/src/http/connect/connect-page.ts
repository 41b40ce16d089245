/** What the page shows. */
export interface ConnectPage {
  readonly title: string;
  readonly text: string;
  /** The server to log in to, with a form to start. */
  readonly form?: { readonly server: string; readonly canSignIn: boolean } | undefined;
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 12vh auto; padding: 0 1rem; color: #1b1b1b; background: #fff }
  input, button { font: inherit; padding: .5rem .75rem; border: 1px solid #888; border-radius: .4rem }
  input { width: 100%; box-sizing: border-box; margin: .25rem 0 1rem }
  button { background: #1b1b1b; color: #fff; cursor: pointer }
  @media (prefers-color-scheme: dark) { body { color: #eee; background: #161616 } a { color: #9cf } input { background: #222; color: #eee } button { background: #eee; color: #161616 } }`;

/** No script, nothing from elsewhere, and no other page may frame it (clickjacking). */
export const connectHeaders: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  "x-frame-options": "DENY",
  "x-content-type-options": "nosniff",
  // Browsers then send the origin of this page with its form, and nothing to other sites.
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
};

/** The page on which a user starts a login at an MCP server, and sees how it ended. */
export function writeConnectPage({ title, text, form }: ConnectPage): string {
  const body = form === undefined ? "" : writeForm(form.server, form.canSignIn);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${style}</style><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${body}</html>`;
}

function writeForm(server: string, canSignIn: boolean): string {
  const page = `/connect?server=${encodeURIComponent(server)}`;
  const signIn = canSignIn
    ? `<p><a href="/auth/sign-in?to=${encodeURIComponent(page)}">Sign in</a> first, or enter your key.</p>`
    : "";
  const optional = canSignIn ? " (not needed if you are signed in)" : "";
  return `${signIn}<form method="post" action="/connect"><input type="hidden" name="server" value="${escaped(server)}">
<label>Your key for this gateway${optional}<input name="key" type="password" autocomplete="off"></label>
<button>Continue to ${escaped(server)}</button></form>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
