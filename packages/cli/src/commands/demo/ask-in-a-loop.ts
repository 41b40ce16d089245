import { createInterface } from "node:readline/promises";
import { isToolcribError } from "@toolcrib/shared/errors";
import type { Output } from "../../output/console-output.ts";

/** Reads queries from the terminal until an empty line, Ctrl+C or Ctrl+D. */
export async function askInALoop(answer: (query: string) => Promise<void>, output: Output): Promise<void> {
  output.print("Your turn: describe what you need. An empty line ends the demo.");
  const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: "› " });
  terminal.prompt();
  for await (const line of terminal) {
    if (line.trim() === "") {
      break;
    }
    await answerOrExplain(line, answer, output);
    terminal.prompt();
  }
  terminal.close();
  // Ctrl+D leaves the cursor behind the prompt, where the shell would go on.
  output.print();
}

async function answerOrExplain(query: string, answer: (query: string) => Promise<void>, output: Output): Promise<void> {
  try {
    await answer(query);
  } catch (error) {
    if (!isToolcribError(error)) {
      throw error;
    }
    // A pattern with a typing mistake is no reason to end the conversation.
    output.print(`${output.style.bad(error.summary)} ${error.remedy}`);
  }
}
