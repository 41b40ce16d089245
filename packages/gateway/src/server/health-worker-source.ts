/**
 * The program of the thread that answers health checks, as text: Node cannot start a thread from a TypeScript file, and a bundler would
 * lose a separate one. The main thread sends what to answer; a path whose answer is too old gets that of `stuck`.
 */
export const healthWorkerSource = `
const { createServer } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
const { port, host, maxAges, starting, stuck, notFound } = workerData;
let answers = starting;
let sentAt = performance.now();
parentPort.on("message", (sent) => {
  answers = sent;
  sentAt = performance.now();
});
const server = createServer({ headersTimeout: 5000, requestTimeout: 5000, connectionsCheckingInterval: 1000 }, (request, response) => {
  const path = request.url.split("?", 1)[0];
  const known = request.method === "GET" && Object.hasOwn(answers, path) ? answers[path] : undefined;
  const isStuck = known !== undefined && performance.now() - sentAt > maxAges[path];
  const { status, body } = isStuck ? stuck : (known ?? notFound);
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
});
server.maxConnections = 1024;
server.on("error", ({ code, message }) => parentPort.postMessage({ problem: code ?? message }));
server.listen(port, host, () => parentPort.postMessage({ port: server.address().port }));
`;
