/** Where Codex keeps its config on a test's machine. */
export const codexPath = "home/.codex/config.toml";

/** A config with comments, lists over several lines and odd keys. */
export const codex = `# my Codex
model = "gpt-5.5"   # the good one
approval_policy = "on-request"

# servers below
[mcp_servers.desk]
command = "npx"
args = [
  "-y",
  "desk", # ours
]

[projects."/home/me/a b"]
trust_level = "trusted"
`;
