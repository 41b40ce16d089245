/** The manifest of the MCP bundle, for the version and the addresses of a package. */
export function mcpbManifest({ version, description, license, homepage, keywords, repository }) {
  return {
    manifest_version: "0.3",
    name: "toolcrib",
    display_name: "Toolcrib",
    version,
    description: "One MCP server for all of yours: search and call instead of hundreds of tool definitions.",
    long_description: `${description}\n\nChoose the config that lists your MCP servers: a toolcrib.json, a .mcp.json, or the config of another client. Remove these servers from Claude Desktop's own config; "toolcrib init" does both.`,
    author: { name: "The Toolcrib authors" },
    repository: { type: "git", url: repository.url.replace(/^git\+/, "") },
    homepage,
    license,
    keywords,
    server: {
      type: "node",
      entry_point: "bin/toolcrib.js",
      mcp_config: {
        command: "node",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the program that installs the bundle replaces these.
        args: ["${__dirname}/bin/toolcrib.js", "mcp", "--config", "${user_config.config}"],
      },
    },
    tools: [
      { name: "search_tools", description: "Find tools of the MCP servers by what they do." },
      { name: "describe_tools", description: "Show the definitions of tools." },
      { name: "call_tool", description: "Call a tool of one of the MCP servers." },
    ],
    user_config: {
      config: {
        type: "file",
        title: "Config with your MCP servers",
        description: "A JSON file with mcpServers, such as toolcrib.json or .mcp.json.",
        required: true,
      },
    },
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: ">=20.19.0" } },
  };
}
