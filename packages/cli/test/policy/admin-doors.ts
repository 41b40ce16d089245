import type { Door, Visit } from "./door.ts";

const queries = ["get rid of a piece of paper", "select:mcp__office__shed_note", "mcp__off", "/note/", "+shred", "zzz"];

async function ask({ office }: Visit, key: string | undefined, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${office.url}/admin${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: key === undefined ? {} : { "toolcrib-key": key },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.json();
}

const nothing = async (): Promise<number> => 0;

/** What the admin API and the page show: to the caller itself, and to an operator who asks what a key sees. */
export const adminDoors: readonly Door[] = [
  {
    name: "the admin API",
    needs: "key",
    hasNoCalls: true,
    countOfAll: /"searched":3\b/,
    tell: async (visit) => {
      const answers = [await ask(visit, visit.key, "/catalogue")];
      for (const query of queries) {
        const edits = [{ name: "mcp__office__shred_note", description: "Reads a note." }];
        const { query: _query, ...answer } = (await ask(visit, visit.key, "/search", { query, limit: 50, edits })) as {
          query: string;
        };
        answers.push(answer);
      }
      return JSON.stringify(answers);
    },
    call: nothing,
  },
  {
    name: "what a key sees",
    needs: "grants",
    hasNoCalls: true,
    tell: async (visit) =>
      JSON.stringify(await ask(visit, visit.operator, "/access/visible?organisation=acme&key=caller")),
    call: nothing,
  },
];

/** Changes who may use what, as an operator. */
export async function changeAccess(visit: Visit, change: object): Promise<{ readonly secret?: string }> {
  return (await ask(visit, visit.operator, "/access", change)) as { readonly secret?: string };
}
