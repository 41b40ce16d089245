import assert from "node:assert/strict";
import type { Check } from "@toolcrib/shared/suites";
import type { ToolsetConnection, ToolsetServer, ToolsetServers } from "../contracts/toolset.ts";

interface Call {
  readonly tool: string;
  readonly input: unknown;
}

/** What the checks need to know of the servers behind an implementation. */
export interface ToolsetServersUnderTest {
  /** Makes one for each check; the check closes it. */
  readonly create: () => ToolsetServers | Promise<ToolsetServers>;
  /** A server that answers. Read while a check runs: its port may be known only then. */
  readonly server: ToolsetServer;
  /** A call that this server answers at once, without an error, and what the text of the answer contains. */
  readonly call: Call & { readonly answer: string };
  /** A call that it does not answer before the suite has given up on it. */
  readonly slowCall: Call;
  /** A server that is not there, or that may not be used. */
  readonly unknownServer: ToolsetServer;
}

const maxWaitMilliseconds = 10_000;

/** What every implementation that opens MCP servers does. */
export function toolsetServersSuite(underTest: ToolsetServersUnderTest): readonly Check[] {
  const { call, slowCall, unknownServer } = underTest;
  const { signal } = new AbortController();
  const using = async (check: (servers: ToolsetServers) => Promise<void>): Promise<void> => {
    const servers = await underTest.create();
    try {
      await check(servers);
    } finally {
      await servers.close();
    }
  };
  const answers = async (connection: ToolsetConnection): Promise<void> => {
    const { content, isError } = await connection.callTool(call.tool, call.input, signal);
    assert.equal(isError, false);
    assert.ok(JSON.stringify(content).includes(call.answer), `expected an answer with ${call.answer}`);
    for (const block of content) assert.equal(typeof block.type, "string");
  };
  return [
    {
      title: "is of specification v1",
      run: () => using(async ({ specificationVersion }) => assert.equal(specificationVersion, "v1")),
    },
    {
      title: "opens a server, lists its tools and calls one",
      run: () =>
        using(async (servers) => {
          const connection = await servers.open(underTest.server, signal);
          const listed = await connection.listTools(signal);
          const names = listed.map(({ name }) => name);
          for (const name of [call.tool, slowCall.tool])
            assert.ok(names.includes(name), `expected ${name} in the list`);
          for (const { inputSchema } of listed) assert.equal(typeof inputSchema, "object");
          await answers(connection);
        }),
    },
    {
      title: "opens a server again and for several at once, with the same list",
      run: () =>
        using(async (servers) => {
          const list = async () => (await servers.open(underTest.server, signal)).listTools(signal);
          const first = await list();
          for (const listed of await Promise.all([list(), list(), list()])) assert.deepEqual(listed, first);
          const connections = await Promise.all([
            servers.open(underTest.server, signal),
            servers.open(underTest.server, signal),
          ]);
          await Promise.all(connections.map(answers));
        }),
    },
    {
      title: "answers a call of a tool that the server does not have with an error in words",
      run: () =>
        using(async (servers) => {
          const connection = await servers.open(underTest.server, signal);
          await connection.listTools(signal);
          const message = await connection
            .callTool("no_tool_of_this_name", {}, signal)
            .then(({ content, isError }) => (isError ? JSON.stringify(content) : ""), wordsOf);
          assert.ok(message.length > 4, "expected an error in words");
        }),
    },
    {
      title: "starts nothing for a request that is over",
      run: () =>
        using(async (servers) => {
          const connection = await servers.open(underTest.server, signal);
          await connection.listTools(signal);
          const over = AbortSignal.abort(new Error("The client has gone."));
          await assert.rejects(connection.listTools(over));
          await endsInError(connection.callTool(call.tool, call.input, over));
        }),
    },
    {
      title: "ends a call when its signal does, and answers the next one",
      run: () =>
        using(async (servers) => {
          const connection = await servers.open(underTest.server, signal);
          await connection.listTools(signal);
          const controller = new AbortController();
          const slow = endsInError(connection.callTool(slowCall.tool, slowCall.input, controller.signal));
          await answers(connection);
          controller.abort(new Error("The client has gone."));
          await inTime(slow);
          await answers(connection);
        }),
    },
    {
      title: "says of a server that it cannot open which one it is",
      run: () =>
        using(async (servers) => {
          const listed = async () => (await servers.open(unknownServer, signal)).listTools(signal);
          const words = await listed().then(() => "", wordsOf);
          assert.ok(
            words.includes(unknownServer.name),
            `expected an error that names ${unknownServer.name}, got: ${words}`,
          );
          const connection = await servers.open(underTest.server, signal);
          await connection.listTools(signal);
          await answers(connection);
        }),
    },
    {
      title: "can be closed unused, and more than once",
      run: async () => {
        const unused = await underTest.create();
        await unused.close();
        await unused.close();
        const used = await underTest.create();
        await (await used.open(underTest.server, signal)).listTools(signal);
        await Promise.all([used.close(), used.close()]);
        await used.close();
      },
    },
  ];
}

/** A call that was given up is rejected, or told as an error of the tool. */
async function endsInError(outcome: ReturnType<ToolsetConnection["callTool"]>): Promise<void> {
  const isError = await outcome.then(
    (ended) => ended.isError,
    () => true,
  );
  assert.equal(isError, true, "expected the call to end in an error");
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("The call goes on after its signal was aborted.")), maxWaitMilliseconds);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function wordsOf(error: unknown): string {
  assert.ok(error instanceof Error, "expected an Error");
  return error.message;
}
