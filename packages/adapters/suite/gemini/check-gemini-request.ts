/** A request of the Gemini API, as far as it is checked. */
export interface GeminiRequest {
  readonly contents: readonly GeminiContent[];
  readonly systemInstruction?: { readonly parts: readonly GeminiPart[] };
  readonly tools?: readonly { readonly functionDeclarations?: readonly GeminiDeclaration[] }[];
}

export interface GeminiDeclaration {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: object;
  readonly parametersJsonSchema?: object;
}

export interface GeminiContent {
  readonly role?: string;
  readonly parts: readonly GeminiPart[];
}

export interface GeminiPart {
  readonly text?: string;
  readonly functionCall?: { readonly name: string; readonly args?: object; readonly id?: string };
  readonly functionResponse?: { readonly name: string; readonly response: object; readonly id?: string };
  readonly thoughtSignature?: string;
}

/** What the API rejects, in its words. */
export class GeminiRejection extends Error {}

const fields = ["contents", "systemInstruction", "tools", "toolConfig", "generationConfig", "safetySettings", "labels"];
const declarationFields = ["name", "description", "parameters", "parametersJsonSchema", "response", "behavior"];
const dataFields = ["text", "functionCall", "functionResponse", "inlineData", "fileData"] as const;
const functionName = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;

/** Throws a `GeminiRejection` for what the API rejects. */
export function checkGeminiRequest(body: GeminiRequest): void {
  checkFields(body, fields, "");
  const declarations = (body.tools ?? []).flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  const names = new Set<string>();
  for (const declaration of declarations) {
    checkFields(declaration, declarationFields, " at 'tools[0].function_declarations[0]'");
    const { name, parameters, parametersJsonSchema } = declaration;
    if (!functionName.test(name)) throw new GeminiRejection(`Invalid function name: ${name}.`);
    if (names.has(name)) throw new GeminiRejection(`Duplicate function declaration found: ${name}`);
    if (parameters !== undefined && parametersJsonSchema !== undefined) {
      throw new GeminiRejection("parameters_json_schema is mutually exclusive with parameters.");
    }
    names.add(name);
  }
  if (!(body.contents?.length > 0)) throw new GeminiRejection("contents is not specified");
  for (const [index, content] of body.contents.entries()) checkTurn(body.contents, content, index);
}

function checkTurn(contents: readonly GeminiContent[], { role, parts }: GeminiContent, index: number): void {
  if (role !== "user" && role !== "model") throw new GeminiRejection("Please use a valid role: user, model.");
  if (!(parts?.length > 0)) throw new GeminiRejection("must include at least one parts field");
  for (const part of parts) {
    if (dataFields.filter((field) => part[field as "text"] !== undefined).length !== 1) {
      throw new GeminiRejection("required oneof field 'data' must have one initialized field");
    }
  }
  const before = contents[index - 1];
  const calls = parts.filter(({ functionCall }) => functionCall !== undefined);
  const responses = parts.filter(({ functionResponse }) => functionResponse !== undefined);
  const callsBefore = (before?.parts ?? []).filter(({ functionCall }) => functionCall !== undefined);
  if (calls.length > 0 && (role !== "model" || before?.role !== "user")) {
    throw new GeminiRejection(
      "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    );
  }
  if (calls.length > 0 && calls[0]?.thoughtSignature === undefined) {
    throw new GeminiRejection("Function call is missing a thought_signature in functionCall parts.");
  }
  if (responses.length > 0 && callsBefore.length === 0) {
    throw new GeminiRejection(
      "Please ensure that function response turn comes immediately after a function call turn.",
    );
  }
  if (callsBefore.length !== responses.length) {
    throw new GeminiRejection(
      "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
    );
  }
}

function checkFields(value: object, known: readonly string[], place: string): void {
  const unknown = Object.keys(value).find((field) => !known.includes(field));
  if (unknown === undefined) return;
  throw new GeminiRejection(`Invalid JSON payload received. Unknown name "${unknown}"${place}: Cannot find field.`);
}
