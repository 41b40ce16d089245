import { sha256 } from "../../../hash/sha256.ts";

const maxNameLength = 64;
const hashLength = 12;
const takenByAll = /^[a-zA-Z0-9_-]{1,64}$/;

/** Converts tool names for chat models, and back. */
export interface ToolNames {
  toProvider(name: string): string;
  toClient(name: string): string;
}

/**
 * Chat models accept 64 characters, the Messages API 128. A longer name is cut and ends in a hash of the full name, so
 * that it is the same in every request, independent of the other tools.
 */
export function createToolNames(): ToolNames {
  const originals = new Map<string, string>();
  return {
    toProvider(name) {
      if (takenByAll.test(name)) return name;
      const short = shorten(name);
      originals.set(short, name);
      return short;
    },
    toClient: (name) => originals.get(name) ?? name,
  };
}

function shorten(name: string): string {
  const hash = sha256(name, "hex").slice(0, hashLength);
  return `${name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, maxNameLength - hashLength - 1)}_${hash}`;
}
