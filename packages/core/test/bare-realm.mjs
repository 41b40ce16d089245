// Runs the built package in a realm that has the language and what every browser and edge runtime has besides, as far as it is needed:
// no built-in modules, no process, no code from strings. Prints what it answered.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const webStandards = { URL, TextEncoder, TextDecoder, setTimeout, clearTimeout };
const context = vm.createContext(webStandards, { codeGeneration: { strings: false, wasm: true } });
const modules = new Map();

function load(url) {
  let module = modules.get(url);
  if (module === undefined) {
    const importModuleDynamically = async (specifier, parent) => {
      const imported = load(resolve(specifier, parent.identifier));
      if (imported.status === "unlinked") await imported.link(link);
      await imported.evaluate();
      return imported;
    };
    module = new vm.SourceTextModule(readFileSync(fileURLToPath(url), "utf8"), {
      context,
      identifier: url,
      importModuleDynamically,
    });
    modules.set(url, module);
  }
  return module;
}

function link(specifier, parent) {
  return load(resolve(specifier, parent.identifier));
}

function resolve(specifier, parentUrl) {
  const url = import.meta.resolve(specifier, parentUrl);
  if (!url.startsWith("file:")) throw new Error(`${parentUrl} imports ${url}`);
  return url;
}

async function open(url) {
  const entry = load(url);
  await entry.link(link);
  await entry.evaluate();
  return entry.namespace;
}

const [main, calls] = process.argv.slice(2);
const { DeferralSession } = await open(main);
const { validateInput } = await open(calls);

const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const tools = [
  { name: "Bash", input_schema: schema },
  { name: "mcp__slack__send_message", description: "Sends a message.", input_schema: schema },
];
const session = new DeferralSession({ tools });
const prepared = await session.prepare({ model: "claude-sonnet-4-5", messages: [{ role: "user", content: "Hello." }] });
const call = { type: "tool_use", id: "toolu_1", name: "ToolSearch", input: { query: "send a message" } };
const { found } = await session.answerSearch(call);
console.log(
  JSON.stringify({
    reason: prepared.gate.reason,
    found,
    verdict: validateInput(schema, { text: 1 }).verdict,
    modules: [...modules.keys()].map((url) => url.replace(/^.*\/(packages|node_modules)\//, "")),
  }),
);
process.exit(0);
