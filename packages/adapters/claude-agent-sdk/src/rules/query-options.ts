export type Fields = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: the types of the SDK that is installed are kept.
type Any = any;

export type AskPermission = (toolName: string, input: Fields, options: Any) => Promise<Any>;
export type Hook = (input: Any, toolUseID: string | undefined, options: Any) => Promise<Any>;
export type HookMatcher = { matcher?: string; hooks: Hook[] };

/** The options of the SDK's `query`, as far as the adapter reads them. */
export interface QueryOptions {
  readonly mcpServers?: Record<string, Any>;
  readonly allowedTools?: string[];
  readonly disallowedTools?: string[];
  readonly canUseTool?: AskPermission;
  readonly hooks?: Readonly<Partial<Record<string, HookMatcher[]>>>;
  readonly agents?: Readonly<Record<string, Any>>;
  readonly settings?: Any;
  readonly managedSettings?: Any;
  readonly settingSources?: readonly string[];
  readonly cwd?: string;
  readonly projectConfigRoot?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly permissionPromptToolName?: string;
  readonly toolAliases?: Readonly<Record<string, string>>;
  readonly extraArgs?: Readonly<Record<string, string | null>>;
}
