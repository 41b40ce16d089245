const text = { type: "string" } as const;
const lineNumber = { type: "integer" } as const;

/** Tools that the API defines and the client runs: a model that was not trained on them is told their arguments. */
const schemas: readonly (readonly [RegExp, object])[] = [
  [/^bash_\d+$/, { type: "object", properties: { command: text, restart: { type: "boolean" } } }],
  [
    /^text_editor_\d+$/,
    {
      type: "object",
      properties: {
        command: { type: "string", enum: ["view", "create", "str_replace", "insert"] },
        path: text,
        file_text: text,
        old_str: text,
        new_str: text,
        insert_line: lineNumber,
        insert_text: text,
        view_range: { type: "array", items: lineNumber },
      },
      required: ["command", "path"],
    },
  ],
];

/** The arguments of a tool that the API defines; undefined for those that run on the API's side. */
export function clientToolSchemas(type: string | undefined): object | undefined {
  return type === undefined ? undefined : schemas.find(([pattern]) => pattern.test(type))?.[1];
}
