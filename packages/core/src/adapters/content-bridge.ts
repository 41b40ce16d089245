import type { AdapterCatalogue, BridgedCall } from "./adapter-catalogue.ts";
import { readSearchOutput } from "./search-output.ts";

/** A message in the form of the Gemini API, as far as the bridge reads it. */
interface Content {
  readonly parts?: readonly ContentPart[];
}

interface ContentPart {
  readonly functionCall?: { readonly name?: string; readonly args?: object };
  readonly functionResponse?: { readonly name?: string; readonly response?: object };
}

/** The content with definitions in its search results, and with calls of these tools as calls of the bridge. */
export function bridgeContent<Given extends Content>(
  content: Given,
  catalogue: AdapterCatalogue,
  isBehind: (toolName: string) => boolean,
): Given {
  return mapParts(content, (part) => {
    const { functionCall: call, functionResponse: result } = part;
    if (isBehind(call?.name ?? "")) return mapCall(part, (given) => catalogue.wrapCall(given));
    if (isBehind(result?.name ?? "")) {
      return { ...part, functionResponse: { ...result, name: catalogue.bridge.tool.name } };
    }
    // An error stays what it is.
    if (result?.name !== catalogue.searchTool.name || !("tools" in (result.response ?? {}))) return part;
    const { tools, ...rest } = readSearchOutput(result.response);
    const text = catalogue.describe({ ...rest, tools: tools.filter(isBehind) });
    return { ...part, functionResponse: { ...result, response: { result: text } } };
  });
}

/** The content with the calls that the model means. */
export function unbridgeContent<Given extends Content>(content: Given, catalogue: AdapterCatalogue): Given {
  return mapParts(content, (part) => mapCall(part, (call) => catalogue.unwrapCall(call)));
}

function mapParts<Given extends Content>(content: Given, map: (part: ContentPart) => ContentPart): Given {
  return content.parts === undefined ? content : { ...content, parts: content.parts.map(map) };
}

function mapCall(part: ContentPart, map: (call: BridgedCall) => BridgedCall): ContentPart {
  const { functionCall: given } = part;
  if (given === undefined) return part;
  const { name, input } = map({ name: given.name ?? "", input: given.args ?? {} });
  return { ...part, functionCall: { ...given, name, args: input as object } };
}
