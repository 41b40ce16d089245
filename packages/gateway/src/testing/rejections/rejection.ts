/** A request as an upstream sees it. */
export interface SeenRequest {
  readonly body: SeenBody;
  readonly headers: Headers;
}

export interface SeenBody {
  readonly messages?: readonly SeenMessage[];
  readonly tools?: readonly SeenTool[];
  readonly model?: string;
  readonly [field: string]: unknown;
}

interface SeenMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly [field: string]: unknown;
}

export interface SeenTool {
  readonly type?: string;
  readonly name?: string;
  readonly defer_loading?: boolean;
  readonly function?: { readonly name?: string };
  readonly [field: string]: unknown;
}

/** Something that a real upstream refuses, in its words. */
export interface Rejection {
  /** The case in the list of what users run into. */
  readonly id: string;
  /** Who refuses what. */
  readonly title: string;
  readonly dialect: "anthropic" | "openai-chat";
  /** Default: 400. */
  readonly status?: number;
  /** The words of the refusal; undefined where the upstream takes the request. */
  readonly refuse: (request: SeenRequest) => string | undefined;
}

export interface SeenBlock {
  readonly type: string;
  readonly content?: unknown;
  readonly [field: string]: unknown;
}

/** Every block of a conversation with its path, those inside results too. */
export function seenBlocks({
  messages = [],
}: SeenBody): { readonly path: string; readonly message: number; readonly block: SeenBlock }[] {
  return messages.flatMap(({ content }, message) =>
    blocksIn(content, `messages.${message}.content`).map(({ path, block }) => ({ path, message, block })),
  );
}

function blocksIn(content: unknown, path: string): { readonly path: string; readonly block: SeenBlock }[] {
  if (!Array.isArray(content)) return [];
  return (content as SeenBlock[]).flatMap((block, index) => [
    { path: `${path}.${index}`, block },
    ...blocksIn(block.content, `${path}.${index}.content`),
  ]);
}

/** The first reference in the conversation, with its place. */
export function firstReference(body: SeenBody): ReturnType<typeof seenBlocks>[number] | undefined {
  return seenBlocks(body).find(({ block }) => block.type === "tool_reference");
}
