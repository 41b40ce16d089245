const text = { type: "string" } as const;
const lineNumber = { type: "integer" } as const;
const edits = {
  file_text: text,
  old_str: text,
  new_str: text,
  insert_line: lineNumber,
  insert_text: text,
  view_range: { type: "array", items: lineNumber },
} as const;

/**
 * A tool that the API defines and the client runs. Models that were not trained on it get its description and schema.
 */
interface ClientTool {
  readonly description: string;
  readonly schema: object;
}

const tools: readonly (readonly [RegExp, ClientTool])[] = [
  [
    /^bash_\d+$/,
    {
      description: "Runs a command in a shell that stays open, or restarts the shell.",
      schema: { type: "object", properties: { command: text, restart: { type: "boolean" } } },
    },
  ],
  [
    /^text_editor_\d+$/,
    {
      description: "Views and edits text files.",
      schema: {
        type: "object",
        properties: {
          command: { type: "string", enum: ["view", "create", "str_replace", "insert"] },
          path: text,
          ...edits,
        },
        required: ["command", "path"],
      },
    },
  ],
  [
    /^memory_\d+$/,
    {
      description:
        "Views, writes, renames and deletes the files under /memories, which are kept between conversations.",
      schema: {
        type: "object",
        properties: {
          command: { type: "string", enum: ["view", "create", "str_replace", "insert", "delete", "rename"] },
          path: text,
          ...edits,
          old_path: text,
          new_path: text,
        },
        required: ["command"],
      },
    },
  ],
];

/** The definition of an API-defined tool that the client runs; undefined for all others. */
export function clientTool(type: string | null | undefined): ClientTool | undefined {
  return typeof type === "string" ? tools.find(([pattern]) => pattern.test(type))?.[1] : undefined;
}
