/**
 * A user's word about some tools, for the front. All given conditions must hold; the first rule that holds decides.
 * Every `PolicyRule` of `@toolcrib/core` is one.
 */
export interface AccessRule {
  /** `pin`: listed from the start. `defer`: listed when found. `hide`: gone. `deny`: never called, and not found unless it depends on arguments. */
  readonly action: "pin" | "defer" | "hide" | "deny";
  /** Pattern of the tool's full name, `mcp__server__tool`, or of its own. */
  readonly name?: string;
  /** Pattern of the server's name. */
  readonly server?: string;
  /** An MCP annotation that must be true, such as `destructiveHint`. */
  readonly annotation?: string;
  /** Pattern of the name that the client gives of itself. */
  readonly client?: string;
  /** Patterns of argument values by path, such as `{"path": "/etc/*"}` or `{"options.mode": "force"}`: for `deny` alone. */
  readonly arguments?: Readonly<Record<string, string>>;
}
