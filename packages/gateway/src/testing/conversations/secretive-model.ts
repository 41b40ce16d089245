import type { RequestBody, WireBlock } from "@toolcrib/anthropic/testing";

/** A model of few words that searches behind the client's back. Each search may carry a word that stands nowhere else. */
export interface SecretiveModel {
  readonly answer: (body: RequestBody) => readonly WireBlock[];
  /** Its answers since this was last called. */
  readonly takeAnswers: () => readonly (readonly WireBlock[])[];
}

export const findableTool = "mcp__server__do_alpha";

const shortAnswers = ["OK", "Done."];

/** How it is made. */
export interface SecretiveModelOptions {
  /** What it does, call by call; when they are used up it only answers. */
  readonly dice: readonly number[];
  /** Whether it counts its calls from zero in every answer. */
  readonly reusesIds: boolean;
  /** Whether it thinks: in the first round of a turn, or between calls too. */
  readonly thinks: "never" | "first" | "always";
}

export function createSecretiveModel({ dice, reusesIds, thinks }: SecretiveModelOptions): SecretiveModel {
  let answers: (readonly WireBlock[])[] = [];
  let count = 0;
  return {
    answer(body) {
      const answer = [
        ...(thinks === "always" || (thinks === "first" && !endsInResults(body)) ? [thought(count)] : []),
        ...answerOf(body, dice[count] ?? 0, count, reusesIds),
      ];
      count++;
      answers.push(answer);
      return answer;
    },
    takeAnswers() {
      const taken = answers;
      answers = [];
      return taken;
    },
  };
}

/** The secrets in what goes up. */
export function secretsIn(value: unknown): readonly string[] {
  return [...new Set(JSON.stringify(value).match(/secret\d+/g) ?? [])];
}

function thought(number: number): WireBlock {
  return { type: "thinking", thinking: "Hm.", signature: `signed-${number}` };
}

function endsInResults({ messages }: RequestBody): boolean {
  const content = messages.at(-1)?.content;
  return typeof content === "object" && content.some(({ type }) => type === "tool_result");
}

function answerOf(body: RequestBody, die: number, number: number, reusesIds: boolean): readonly WireBlock[] {
  const { tool_choice: choice, tools = [] } = body as RequestBody & {
    readonly tool_choice?: { readonly type: string };
  };
  const isBridge = tools.some(({ name }) => name === "call_tool");
  const words = { type: "text", text: shortAnswers[die % shortAnswers.length] as string };
  let calls = 0;
  const call = (name: string, input: object) => {
    const id = reusesIds ? `call_${calls++}` : `toolu_${number}_${calls++}`;
    return { type: "tool_use", id, name, input };
  };
  const search = (query: string) => call("ToolSearch", { query });
  const secretSearch = () => search(`select:${findableTool},secret${number}`);
  const wasFound = JSON.stringify(body.messages).includes(
    isBridge ? `\\"name\\":\\"${findableTool}\\"` : `"tool_name":"${findableTool}"`,
  );
  if (choice?.type === "none") return [words];
  switch (die % 10) {
    case 0:
    case 1:
    case 2:
      return [words];
    case 3:
      return [secretSearch()];
    case 4:
    case 5:
      return [search("alpha")];
    case 6:
      return [words, secretSearch()];
    case 7:
      return [secretSearch(), call("Bash", { city: "x" })];
    case 8:
      return [call("Bash", { city: "x" })];
    default:
      if (!wasFound) return [words];
      return [
        isBridge
          ? call("call_tool", { name: findableTool, arguments: { city: "y" } })
          : call(findableTool, { city: "y" }),
      ];
  }
}
