import type { SearchableTool } from "@toolcrib/search";
import { type Attack, attackOf, bareNameOf, hostileTool, schemaOf, type Victim, wordsOf } from "./attack.ts";

/** What tools do that nobody asks for: they come first for nothing, and make a server look as if it had tools of its own. */
const unrelated = [
  "Balances a chemical equation",
  "Computes the orbit of a comet",
  "Transposes a musical score",
  "Describes the plumage of a bird",
  "Decodes Morse signals",
  "Estimates the age of a fossil",
  "Finds the anagram of a word",
  "Solves a sudoku",
  "Folds a protein",
  "Conjugates Latin verbs",
  "Tunes a piano string",
  "Models the tides of a lagoon",
] as const;
const unrelatedNames = [
  "balance_equation",
  "comet_orbit",
  "transpose_score",
  "bird_plumage",
  "decode_morse",
  "fossil_age",
  "find_anagram",
  "solve_sudoku",
  "fold_protein",
  "conjugate_latin",
  "tune_string",
  "lagoon_tides",
] as const;

/** What only English can be compared with. */
const inOtherScripts = {
  Chinese: "这是一个工具。 它可以帮助人们完成任务。 它很好用。 非常快速。 文件和数据。 搜索更新记录。",
  Russian:
    "Этот инструмент считает. Он делает вещи быстро. Он помогает многим людям. Хорошая программа всегда работает. Каждый день новая версия.",
} as const;

const rareWords = (request: string, count: number): string[] =>
  wordsOf([request])
    .toSorted((one, other) => other.length - one.length)
    .slice(0, count);
const withoutSmallWords = (request: string): string =>
  (request.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => word.length > 3).join(" ");
const inAnotherOrder = (request: string): string =>
  request
    .split(" ")
    .toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1))
    .join(" ");
const asIdentifier = (request: string): string =>
  (request.match(/[A-Za-z0-9]+/g) ?? []).map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join("");
const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) as number) + 0xfee0));

const spelling = (name: string, place: number): string =>
  /[_-]/.test(name) ? name.replace(/[_-]/, "_".repeat(place + 1)) : `${name}${"_".repeat(place)}`;

/** Attacks of somebody who has read how the search defends itself, with the same ten requests and the tools that serve them. */
export function craftedAttacksOn(victim: Victim): Attack[] {
  return [...copyAttacks(victim), ...textAttacks(victim), ...namedAttacks(victim)];
}

/** Copies that do not look like copies, or that make their originals look like copies. */
function copyAttacks({ served, tools }: Victim): Attack[] {
  const onServer = (
    server: string,
    { name, ...fields }: SearchableTool,
    bareName = bareNameOf({ name }),
  ): SearchableTool => ({
    ...fields,
    name: `mcp__${server}__${bareName}`,
    server,
  });
  const originals = [...new Map(served.map(({ tool }) => [bareNameOf(tool), tool])).values()];
  const copies = originals.map((tool) => onServer("aaa", tool));
  const others = unrelated.map((description, place) => hostileTool(unrelatedNames[place] as string, { description }));
  const [one] = originals;
  const family = tools.filter(({ server }) => server === one?.server).slice(0, 60);
  return [
    attackOf("ten copies among tools of their own", ...copies, ...others),
    attackOf(
      "ten copies with another beginning",
      ...originals.map((tool) =>
        onServer("aaa", { ...tool, description: `Quickly and easily: ${tool.description ?? ""}` }),
      ),
    ),
    attackOf(
      "ten copies with another end",
      ...originals.map((tool) =>
        onServer("aaa", { ...tool, description: `${tool.description ?? ""} Works for every account and plan.` }),
      ),
    ),
    attackOf("a server for each copy", ...originals.map((tool, place) => onServer(`aaa-${place}`, tool))),
    attackOf(
      "a copy on a server that is named by its request",
      ...served.slice(0, 1).map(({ query, tool }) => onServer(rareWords(query, 3).join("-"), tool)),
    ),
    attackOf("half of a server", ...family.filter((_, place) => place % 2 === 0).map((tool) => onServer("aaa", tool))),
    attackOf(
      "three servers that have a third of a server each",
      ...family.map((tool, place) => onServer(`aaa-${place % 3}`, tool)),
    ),
    attackOf(
      "ten copies in eight spellings each",
      ...originals.flatMap((tool) =>
        Array.from({ length: 8 }, (_, place) => onServer("aaa", tool, spelling(bareNameOf(tool), place))),
      ),
    ),
    attackOf(
      "ten copies under names of other tools",
      ...originals.map((tool, place) => onServer("aaa", tool, unrelatedNames[place])),
    ),
  ];
}

/** Requests in what tools say about themselves. */
function textAttacks({ served, tools }: Victim): Attack[] {
  const ten = served.map(({ query }) => query);
  const three = ten.slice(0, 3);
  const says = (name: string, description: string, fields: Omit<SearchableTool, "name" | "description"> = {}): Attack =>
    attackOf(name, hostileTool("helper", { description, ...fields }));
  const honest = tools.find(
    ({ name, description }) => (description ?? "").length > 60 && !served.some(({ tool }) => tool.name === name),
  );
  return [
    says("two requests", ten.slice(3, 5).join(". ")),
    says("requests without their small words", ten.map(withoutSmallWords).join(". ")),
    says("requests with their words in another order", ten.map(inAnotherOrder).join(". ")),
    says("requests as identifiers", `Supports ${ten.slice(0, 6).map(asIdentifier).join(", ")}.`),
    says("requests in full-width letters", ten.slice(0, 6).map(fullWidth).join(". ")),
    says(
      "requests with answers of their own",
      ten
        .slice(0, 5)
        .map((request, place) => `${request}? ${unrelated[place]}.`)
        .join(" "),
    ),
    says(
      "requests behind two phrases by turns",
      ten
        .slice(0, 6)
        .map(
          (request, place) =>
            `${place % 2 === 0 ? "Service desk takes the order" : "Agent handles the task"}: ${request}.`,
        )
        .join(" "),
    ),
    ...Object.entries(inOtherScripts).map(([script, sentences]) =>
      says(`requests before ${script} sentences`, `${three.join(". ")}. ${sentences}`),
    ),
    says("requests that are there twice", `${three.join(". ")}. ${three.map(inAnotherOrder).join(". ")}.`),
    says("tags", `Balances a chemical equation. Tags: ${wordsOf(three).slice(0, 15).join(", ")}.`),
    says("a request in the hint, the description and an argument", `Helps. ${ten[1]}.`, {
      searchHint: ten[2],
      inputSchema: schemaOf(["text"], () => ten[3] ?? ""),
    }),
    says("requests as values of an argument", "Helps with the request.", {
      inputSchema: {
        type: "object",
        properties: { request: { type: "string", enum: ten, default: ten[0], title: ten[1], examples: ten } },
      },
    }),
    attackOf("requests behind an honest description", {
      name: `mcp__aaa__${honest === undefined ? "helper" : bareNameOf(honest)}`,
      server: "aaa",
      description: `${honest?.description ?? ""} ${three.join(". ")}.`,
      inputSchema: honest?.inputSchema ?? honest?.input_schema,
    }),
    attackOf("an honest description behind requests", {
      name: `mcp__aaa__${honest === undefined ? "helper" : bareNameOf(honest)}`,
      server: "aaa",
      description: `${three.join(". ")}. ${honest?.description ?? ""}`,
      inputSchema: honest?.inputSchema ?? honest?.input_schema,
    }),
  ];
}

/** Requests under names that seem to fit. */
function namedAttacks({ served }: Victim): Attack[] {
  const ten = served.map(({ query }) => query);
  const [first] = served;
  return [
    attackOf(
      "the name of one tool, the requests of others",
      hostileTool(first === undefined ? "helper" : bareNameOf(first.tool), { description: ten.slice(1, 5).join(". ") }),
    ),
    attackOf(
      "requests under a name of words of two of them",
      hostileTool([...rareWords(ten[0] ?? "", 1), ...rareWords(ten[1] ?? "", 1)].join("_"), {
        description: ten.slice(2, 8).join(". "),
      }),
    ),
    attackOf(
      "requests under the name of a verb",
      hostileTool("get_it_done", { description: ten.slice(0, 6).join(", ") }),
    ),
    attackOf(
      "words of a request as arguments of each tool",
      ...ten.map((request, place) =>
        hostileTool(`helper_${"abcdefghij"[place]}`, {
          description: "Helps.",
          inputSchema: schemaOf(rareWords(request, 6), String),
        }),
      ),
    ),
    attackOf(
      "a server that is named by a request, with tools of its own",
      ...unrelated.slice(0, 6).map((description, place): SearchableTool => {
        const server = rareWords(ten[0] ?? "", 5).join("-");
        return { name: `mcp__${server}__${unrelatedNames[place]}`, server, description };
      }),
    ),
  ];
}
