import type { Tool } from "@toolcrib/core";
import { oncePer } from "@toolcrib/shared/caches";
import { createToolNames } from "../../../../shared/tools/tool-names.ts";
import { sharedOf } from "../../../shared/shared-form.ts";
import { type Fields, originalOf } from "../../wire/original.ts";
import { flatName } from "../../wire/tool-names.ts";

/** How the upstream knows a tool. */
interface WireName {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly isCustom: boolean;
}

/** The names of a request's tools on both sides. They depend on the request alone and are never taken apart. */
export interface WireNames {
  /** The upstream's name of a tool. For a tool that is no longer in the request, the call that the client sent has the name. */
  toWire(name: string, item?: Fields, isCustom?: boolean): WireName;
  toInner(name: string, namespace?: string): string;
}

/** The names of a list of tools, which many requests have. */
interface ListNames {
  readonly wire: ReadonlyMap<string, WireName>;
  readonly inner: ReadonlyMap<string, string>;
}

const namesOfList = oncePer((tools: readonly Tool[]): ListNames => {
  const shortened = createToolNames();
  const wire = new Map<string, WireName>();
  const inner = new Map<string, string>();
  for (const tool of tools) {
    if (tool.name === undefined) continue;
    const named = wireNameOf(tool, tool.name, (name) => shortened.toProvider(name));
    wire.set(tool.name, named);
    inner.set(keyOf(named.name, named.namespace), tool.name);
  }
  return { wire, inner };
});

export function createWireNames(tools: readonly Tool[]): WireNames {
  const listed = namesOfList(tools);
  const shortened = createToolNames();
  /** Names that only the conversation has. */
  const wire = new Map<string, WireName>();
  const inner = new Map<string, string>();
  const know = (name: string, named: WireName): WireName => {
    wire.set(name, named);
    inner.set(keyOf(named.name, named.namespace), name);
    return named;
  };
  const innerName = (name: string, namespace?: string): string | undefined => {
    const key = keyOf(name, namespace);
    return inner.get(key) ?? listed.inner.get(key);
  };
  return {
    toWire: (name, item, isCustom = false) =>
      listed.wire.get(name) ??
      wire.get(name) ??
      know(name, calledName(name, item) ?? { name: shortened.toProvider(name), isCustom }),
    toInner: (name, namespace) =>
      innerName(name, namespace) ??
      // A tool at the top level that was loaded by a search has itself as its namespace.
      (namespace === name ? innerName(name) : undefined) ??
      (namespace === undefined ? shortened.toClient(name) : flatName(namespace, name)),
  };
}

function wireNameOf(tool: Tool, name: string, shorten: (name: string) => string): WireName {
  const { tool: entry, namespace } = originalOf(tool) ?? {};
  if (entry === undefined || typeof entry["name"] !== "string") {
    return { ...plain(name, shorten), isCustom: sharedOf(tool).custom !== undefined };
  }
  return {
    name: entry["name"],
    ...(typeof namespace?.["name"] === "string" ? { namespace: namespace["name"] } : {}),
    isCustom: entry["type"] === "custom",
  };
}

/** A call of a tool that the request does not have any more: as the client wrote it. */
function calledName(flat: string, item: Fields | undefined): WireName | undefined {
  const { type, name, namespace } = item ?? {};
  if (typeof name !== "string") return undefined;
  const given = typeof namespace === "string" ? namespace : undefined;
  if ((given === undefined ? name : flatName(given, name)) !== flat) return undefined;
  return { name, ...(given === undefined ? {} : { namespace: given }), isCustom: type === "custom_tool_call" };
}

function plain(name: string, shorten: (name: string) => string): WireName {
  return { name: shorten(name), isCustom: false };
}

function keyOf(name: string, namespace?: string): string {
  return JSON.stringify([namespace ?? null, name]);
}
