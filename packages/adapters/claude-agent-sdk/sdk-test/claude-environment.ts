/** Options for a query whose Claude Code talks to one endpoint only, and has no tools and settings of its own. */
export function claudeEnvironment(url: string, home: string) {
  return {
    model: "claude-sonnet-5-5",
    cwd: home,
    env: {
      PATH: process.env["PATH"],
      HOME: home,
      CLAUDE_CONFIG_DIR: home,
      ANTHROPIC_API_KEY: "none",
      ANTHROPIC_BASE_URL: url,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    },
    systemPrompt: "Be brief.",
    settingSources: [],
    tools: [],
    maxTurns: 10,
  };
}
