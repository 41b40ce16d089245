/** A request as a person types it, and the tool that answers it. */
export interface EverydayRequest {
  readonly server: string;
  /** Null where no tool of the catalogue answers. */
  readonly tool: string | null;
  readonly request: string;
  readonly style: string;
  /** Tools that share words with the request but do not answer it. */
  readonly not?: readonly string[];
}

/** A catalogue's tool names, by server. */
export type ToolNames = ReadonlyMap<string, ReadonlySet<string>>;

const minLength = 2;
const maxLength = 300;
const styles = new Set(
  "terse chatty typo question complaint goal indirect idiom nonnative context command unanswerable nonsense".split(" "),
);
const stylesWithoutTool = new Set(["unanswerable", "nonsense"]);
/** The same three opening words on more lines than this look like a sentence with slots. */
const maxOpeningShare = 0.015;
const minOpeningCount = 4;

/** What is wrong with a list of requests, one sentence each; empty where all is well. */
export function findMistakes(requests: readonly EverydayRequest[], tools: ToolNames): string[] {
  const everyTool = new Set([...tools.values()].flatMap((names) => [...names]));
  const seen = new Set<string>();
  const mistakes = requests.flatMap((entry) => {
    const words = normalise(entry.request);
    const found = mistakesOf(entry, tools, everyTool);
    if (seen.has(`${entry.tool === null ? entry.server : ""} ${words}`)) found.push("is there twice");
    seen.add(`${entry.tool === null ? entry.server : ""} ${words}`);
    return found.map((mistake) => `${JSON.stringify(entry.request)} ${mistake}`);
  });
  return [...mistakes, ...frequentOpenings(requests)];
}

function mistakesOf(entry: EverydayRequest, tools: ToolNames, everyTool: ReadonlySet<string>): string[] {
  const { server, tool, request, style, not = [] } = entry;
  const found: string[] = [];
  const length = request.trim().length;
  if (length > maxLength || (length < minLength && style !== "nonsense")) found.push(`has ${length} characters`);
  if (!styles.has(style)) found.push(`has the unknown style ${style}`);
  if (!tools.has(server)) found.push(`names the unknown catalogue ${server}`);
  if (tool === null && !stylesWithoutTool.has(style)) found.push("has no tool");
  if (tool !== null && stylesWithoutTool.has(style)) found.push(`has a tool and the style ${style}`);
  if (tool !== null && tools.get(server)?.has(tool) === false) found.push(`names the unknown tool ${server}/${tool}`);
  for (const name of not) {
    if (!everyTool.has(name)) found.push(`has the unknown near miss ${name}`);
    if (name === tool) found.push("has its own tool as a near miss");
  }
  return found;
}

function frequentOpenings(requests: readonly EverydayRequest[]): string[] {
  const counts = new Map<string, number>();
  for (const { request } of requests) {
    const opening = normalise(request).split(" ").slice(0, 3).join(" ");
    counts.set(opening, (counts.get(opening) ?? 0) + 1);
  }
  const most = Math.max(minOpeningCount, requests.length * maxOpeningShare);
  return [...counts]
    .filter(([, count]) => count > most)
    .map(([opening, count]) => `${count} requests open with ${JSON.stringify(opening)}`);
}

/** Letters and digits only; a request without any stays as it is. */
function normalise(request: string): string {
  const words = request
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return words === "" ? request : words;
}
