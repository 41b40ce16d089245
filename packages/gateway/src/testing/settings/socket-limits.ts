import { question } from "../answering-gateway.ts";
import { Gate, until } from "../gate.ts";
import { connectTo, postText, type SocketClient } from "../socket-client.ts";
import { type Proof, withUpstream } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";
import { hello } from "./scripted-upstream.ts";

const gate = new Gate();
const body = JSON.stringify(question);
const getHealth = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
/** Node looks for late headers this often, and the gateway for late bodies. */
const nodeInterval = 500;
const uploadInterval = 250;

async function open({ listen, stage }: RunningGateway, count = 1): Promise<readonly SocketClient[]> {
  const url = await listen();
  const clients: SocketClient[] = [];
  stage.closeLater(() => {
    for (const { socket } of clients) socket.destroy();
  });
  while (clients.length < count) clients.push(await connectTo(url));
  return clients;
}

const statuses = (client: SocketClient | undefined): readonly number[] =>
  [...(client?.text() ?? "").matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends half of a body, lets time pass and the gateway look, and sends the rest. */
async function sendSlowly(run: RunningGateway): Promise<unknown> {
  const [client] = await open(run);
  client?.socket.write(postText("/v1/messages", body.slice(0, 10), { "content-length": String(body.length) }));
  await until(() => run.timers.count(uploadInterval) > 0);
  await wait(20);
  run.timers.run(uploadInterval);
  client?.socket.write(body.slice(10));
  await until(() => statuses(client).length > 0);
  return statuses(client);
}

export const socketLimitProofs: readonly Proof[] = [
  {
    setting: "limits.requestsPerConnection",
    shows: "the statuses of two requests that one connection sends at once",
    replyTo: () => ({ ...hello, wait: gate.opened }),
    config: (requestsPerConnection, stage) => withUpstream(stage, { limits: { requestsPerConnection } }),
    observe: async (run) => {
      const { seen } = run.stage.upstream;
      gate.close();
      const before = seen.length;
      const [client] = await open(run);
      client?.socket.write(postText("/v1/messages", body) + postText("/v1/messages", body));
      await until(() => seen.length > before && run.traces.length + seen.length - before === 2);
      gate.open();
      await until(() => statuses(client).length === 2);
      return statuses(client);
    },
    outcomes: [
      [1, [200, 529]],
      [2, [200, 200]],
    ],
  },
  {
    setting: "limits.connections",
    shows: "whether an idle connection is still answered when there is another one",
    config: (connections, stage) => withUpstream(stage, { limits: { connections } }),
    observe: async (run) => {
      const [idle, other] = await open(run, 2);
      other?.socket.write(getHealth);
      await until(() => statuses(other).length > 0);
      idle?.socket.write(getHealth);
      await Promise.race([idle?.closed, until(() => statuses(idle).length > 0)]);
      return statuses(idle);
    },
    outcomes: [
      [1, []],
      [2, [200]],
    ],
  },
  {
    setting: "limits.headerSeconds",
    shows: "the status of a request whose headers are late",
    config: (headerSeconds, stage) => withUpstream(stage, { limits: { headerSeconds } }),
    observe: async (run) => {
      const [client] = await open(run);
      client?.socket.write(getHealth.slice(0, 20));
      // Timers of one process run in the order of their times, so Node has looked twice by then, however slow the machine is.
      await wait(2 * nodeInterval + 10);
      client?.socket.write(getHealth.slice(20));
      await until(() => statuses(client).length > 0);
      return statuses(client);
    },
    outcomes: [
      [0.001, [408]],
      [1_000, [200]],
    ],
  },
  ...(["bodyIdleSeconds", "bodySeconds"] as const).map(
    (name): Proof => ({
      setting: `limits.${name}`,
      shows: "the status of a request whose body is late",
      config: (value, stage) => withUpstream(stage, { limits: { [name]: value } }),
      observe: sendSlowly,
      outcomes: [
        [0.001, [408]],
        [1_000, [200]],
      ],
    }),
  ),
];
