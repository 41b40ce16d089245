/** The name of the tool that takes programs. */
export const programToolName = "run_program";

/** Whether a message calls the tool that takes programs: such a call uses a thread, and nobody reads its answer once its client has left. */
export function isProgramCall(message: unknown): boolean {
  const { method, params } = message as { readonly method?: unknown; readonly params?: { readonly name?: unknown } };
  return method === "tools/call" && params?.name === programToolName;
}

/** A tool as programs call it. */
export interface ProgramCatalogueTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  /** Whether such calls may run side by side. */
  readonly isReadOnly: boolean;
  /** Checks the call by the client's rules, and makes it. Returns the result as a value, or throws what the program can catch. */
  execute(input: Readonly<Record<string, unknown>>, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

/** What the programs of one client may call and search. */
export interface ProgramCatalogue {
  /** Whom the client belongs to: programs of one caller must not delay those of others. Empty if the caller is not known. */
  readonly caller: string;
  readonly tools: readonly ProgramCatalogueTool[];
  /** The names of the tools that the description shows: those that are pinned. */
  readonly shown: readonly string[];
  /** The names of tools that fit a query, by the front's own index. */
  find(query: string, limit: number): Promise<readonly string[]>;
  /** Called with each call of a tool that does not exist. The program gets an error. */
  onUnknown(call: { readonly name: string; readonly arguments: unknown }): void;
}

/** A tool that takes programs. */
export interface FrontProgramTool {
  readonly description: string;
  readonly inputSchema: unknown;
  answer(
    input: unknown,
    options: { readonly signal: AbortSignal },
  ): Promise<{ readonly text: string; readonly isError: boolean }>;
}

/** Makes the tool that takes programs: `(catalogue) => createProgramTool({ sandbox, ...catalogue })` of `@toolcrib/code`. */
export type FrontPrograms = (catalogue: ProgramCatalogue) => FrontProgramTool;
