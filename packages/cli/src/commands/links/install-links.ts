/** How an MCP client starts a server. */
export interface StartedServer {
  readonly command: string;
  readonly args: readonly string[];
}

/** Addresses that open an editor and ask whether to install an MCP server. */
export interface InstallLinks {
  readonly cursor: string;
  /** The same for web pages that allow https links only. */
  readonly cursorWeb: string;
  readonly vscode: string;
  readonly vscodeWeb: string;
  readonly vscodeInsiders: string;
}

/** The links in the formats that Cursor and VS Code document. */
export function installLinks(name: string, { command, args }: StartedServer): InstallLinks {
  // Base64 has characters with a meaning in queries.
  const config = encodeURIComponent(Buffer.from(JSON.stringify({ command, args })).toString("base64"));
  const query = `name=${encodeURIComponent(name)}&config=${config}`;
  const definition = encodeURIComponent(JSON.stringify({ name, command, args }));
  const vscode = `vscode:mcp/install?${definition}`;
  return {
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?${query}`,
    cursorWeb: `https://cursor.com/install-mcp?${query}`,
    vscode,
    vscodeWeb: `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(vscode)}`,
    vscodeInsiders: `vscode-insiders:mcp/install?${definition}`,
  };
}
