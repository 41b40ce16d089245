/** The API's `tool_choice`, as far as the engine reads it. */
export interface ToolChoice {
  readonly type: string;
  /** The tool that must be called, if the type is `tool`. */
  readonly name?: string | undefined;
}
