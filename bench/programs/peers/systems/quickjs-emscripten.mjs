import { getQuickJS } from "quickjs-emscripten";
import { code, order } from "./order.mjs";

/** A context for each program in one WebAssembly instance on the main thread, with the limits that the package has. */
export async function open() {
  const engine = await getQuickJS();
  return { run: () => run(engine) };
}

async function run(engine) {
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(32 * 2 ** 20);
  runtime.setMaxStackSize(256 * 1024);
  const vm = runtime.newContext();
  try {
    const callTool = vm.newFunction("callTool", () => {
      const promise = vm.newPromise();
      queueMicrotask(() => {
        vm.newString(JSON.stringify(order)).consume((text) => promise.resolve(text));
        promise.settled.then(() => runtime.executePendingJobs());
      });
      return promise.handle;
    });
    callTool.consume((handle) => vm.setProp(vm.global, "callTool", handle));
    const source = `const console = { log() {} };
const tools = { get_order: async (input) => JSON.parse(await callTool(JSON.stringify(input))) };
(async () => { ${code} })()`;
    const promise = vm.unwrapResult(vm.evalCode(source));
    const resolved = promise.consume((handle) => vm.resolvePromise(handle));
    runtime.executePendingJobs();
    return vm.unwrapResult(await resolved).consume((handle) => vm.dump(handle));
  } finally {
    vm.dispose();
    runtime.dispose();
  }
}
