import { describeValue } from "@toolcrib/shared/errors";
import { closestName } from "@toolcrib/shared/names";

/** What each key of a server entry means, in the spelling of any client. A key that is not here has no effect. */
export const serverEntryKeys = {
  command: "The program to start, for a server on standard input and output.",
  args: "The arguments of the program.",
  env: "More environment variables of the program.",
  cwd: "The folder in which the program starts.",
  url: "The URL of a remote server.",
  serverUrl: "The same as url.",
  httpUrl: "The same as url.",
  type: "How a remote server is reached: http (the default) or sse.",
  transport: "The same as type.",
  headers: "HTTP headers for a remote server.",
  auth: 'The login that calls use: { "type": "oauth", "per": "user" } is that of the user who makes the call.',
  disabled: "Whether the server is listed but not used.",
  enabled: "The opposite of disabled.",
  alwaysLoad: "Whether its tools are in the prompt from the start.",
  policy: "Policy rules for the tools of this server; they come before all others.",
} as const;

const names = Object.keys(serverEntryKeys);

/** The keys that restrict what a model can use, by the ways to spell them: a mistyped one would allow everything. */
const restrictingKeys: ReadonlyMap<string, string> = new Map([
  ["policy", "policy"],
  ["policies", "policy"],
  ["disabled", "disabled"],
  ["enabled", "enabled"],
]);

/** A key that an entry must not have, and what is expected in its place. */
export interface KeyProblem {
  readonly expected: string;
  readonly received: string;
}

/** The keys of an entry that have no effect here. */
export function foreignKeys(entry: object): readonly string[] {
  return Object.keys(entry).filter((key) => !Object.hasOwn(serverEntryKeys, key));
}

/**
 * The first key of an entry that is a mistake. In our own config this is every unknown key. Other clients have keys of their own: there
 * it is only what is probably meant as a key that restricts access.
 */
export function findKeyProblem(entry: object, owner: "own" | "client"): KeyProblem | undefined {
  for (const key of foreignKeys(entry)) {
    const expected = owner === "own" ? (closestName(key, names) ?? restrictingKey(key)) : restrictingKey(key);
    const received = `the unknown key ${describeValue(key)}`;
    if (expected !== undefined) return { expected: `the key ${expected}`, received };
    if (owner === "own") return { expected: `only the keys ${names.join(", ")}`, received };
  }
  return undefined;
}

function restrictingKey(key: string): string | undefined {
  return restrictingKeys.get(closestName(key, [...restrictingKeys.keys()]) ?? "");
}
