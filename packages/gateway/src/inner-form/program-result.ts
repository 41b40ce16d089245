type Fields = Readonly<Record<string, unknown>>;

/** What a model reads of a program that ended. */
export interface ProgramResultText {
  readonly text: string;
  readonly isError: boolean;
}

/** Reads the content of a `code_execution_tool_result`. It comes back from the client, which may have changed it. */
export function programResultText(content: unknown): ProgramResultText {
  const fields = (content ?? {}) as Fields;
  const { return_code: code, error_code: errorCode } = fields;
  if (errorCode !== undefined) {
    return { text: `The program was not completed: ${textIn(fields, "error_code")}.`, isError: true };
  }
  const stderr = textIn(fields, "stderr").trimEnd();
  const parts = [textIn(fields, "stdout").trimEnd(), stderr === "" ? "" : `stderr:\n${stderr}`];
  const text = parts.filter((part) => part !== "").join("\n");
  const isError = typeof code === "number" && code !== 0;
  return { text: text === "" ? "The program ended without output." : text, isError };
}

function textIn(fields: Fields, field: string): string {
  const text = fields[field];
  return typeof text === "string" ? text : "";
}
