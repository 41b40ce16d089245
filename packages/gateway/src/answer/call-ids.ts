import { randomBytes } from "node:crypto";

/** Makes the part of an id that tells calls apart. */
export type CreateIdSuffix = () => string;

const letters = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

export const createIdSuffix: CreateIdSuffix = () =>
  `01${Array.from(randomBytes(22), (byte) => letters[byte % letters.length]).join("")}`;

/**
 * The id under which the model knows a call that the gateway runs: the one that the client sees, with another prefix, so that
 * a replayed conversation gives the model the very ids that it had.
 */
export function innerIdOf(shownId: string): string {
  return `toolu_${shownId.replace(/^(?:srvtoolu|mcptoolu|toolu)_/, "")}`;
}

export function shownIdOf(innerId: string, prefix: "srvtoolu" | "mcptoolu"): string {
  return `${prefix}_${innerId.replace(/^toolu_/, "")}`;
}
