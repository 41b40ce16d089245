/** A query that shows one thing. */
export interface DemoQuery {
  readonly shows: string;
  readonly query: string;
}

/** The queries of `toolcrib demo`, over `sample/tools.jsonl`. */
export const demoQueries: readonly DemoQuery[] = [
  { shows: "the name of a tool, without its server", query: "create_pull_request" },
  { shows: "plain words that share none with the definition", query: "photograph this website" },
  { shows: "a need rather than a tool", query: "the website is too slow for our visitors, run more copies of it" },
  { shows: "a word that must occur", query: "+jira leave a comment" },
  { shows: "exactly these tools", query: "select:mcp__gmail__send_email,mcp__calendar__create_event" },
  { shows: "a regular expression", query: "/^mcp__kubernetes__.*(logs|events)$/" },
  { shows: "Japanese", query: "明日の天気を教えて" },
  { shows: "Russian", query: "вернуть деньги покупателю" },
  { shows: "Chinese", query: "播放一首歌" },
  {
    shows: "something that no tool here can do: nothing is better than something wrong",
    query: "bake sourdough bread",
  },
];
