import { createInterface } from "node:readline";

// Runs one conversation of a framework: a turn in each line of the input, and its answer in each line of the output.
const options = JSON.parse(process.argv[2]);
const { conversations } = await import(`./${options.program}.mjs`);
const { ask, close } = await conversations[options.conversation](options);
// It is ready.
console.log(JSON.stringify({ text: "", errors: [] }));
for await (const line of createInterface({ input: process.stdin })) {
  const { prompt, isStreaming } = JSON.parse(line);
  try {
    console.log(JSON.stringify({ text: await ask(prompt, isStreaming), errors: [] }));
  } catch (error) {
    console.log(JSON.stringify({ text: "", errors: [String(error?.stack ?? error)] }));
  }
}
await close();
process.exit(0);
