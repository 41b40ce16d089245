/**
 * The program of a worker thread, as text: Node cannot start a thread from a TypeScript file, and a bundler would lose
 * a separate one. The main thread writes batches into the shared memory and reads the vectors from it, so that only the
 * kernel's arguments are sent.
 */
export const workerSource = `
const { parentPort, workerData } = require("node:worker_threads");
const { module, memory, shape } = workerData;
const { exports: kernel } = new WebAssembly.Instance(module, { env: { memory } });
kernel.configure(shape.layers, shape.width, shape.innerWidth, shape.vocabulary, shape.positions);
parentPort.on("message", (encodeArguments) => {
  kernel.encode(...encodeArguments);
  parentPort.postMessage("encoded");
});
`;
