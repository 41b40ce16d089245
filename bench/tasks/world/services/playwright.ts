import { defineService, find, ServiceError } from "./service.ts";

interface Element {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  /** The page that a click leads to. */
  readonly opens?: string;
}

interface Page {
  readonly title: string;
  readonly text: readonly string[];
  readonly elements: readonly Element[];
}

const pages: Readonly<Record<string, Page>> = {
  "https://parcels.example/track": {
    title: "Track a parcel",
    text: ["Enter the number of your parcel."],
    elements: [
      { ref: "e3", role: "textbox", name: "Parcel number" },
      { ref: "e4", role: "button", name: "Track", opens: "https://parcels.example/track/result" },
    ],
  },
  "https://parcels.example/track/result": {
    title: "Parcel NO-55821",
    text: [
      "Parcel NO-55821",
      "Status: waiting at the pick-up point",
      "Pick-up point: Kiosk Majorstuen, until 17 March 2026",
    ],
    elements: [{ ref: "e9", role: "link", name: "Back", opens: "https://parcels.example/track" }],
  },
  "https://huts.example/membership": {
    title: "Become a member",
    text: ["Register for the newsletter of the hut association."],
    elements: [
      { ref: "e5", role: "textbox", name: "Name" },
      { ref: "e6", role: "textbox", name: "Email" },
      { ref: "e7", role: "button", name: "Subscribe", opens: "https://huts.example/membership/done" },
    ],
  },
  "https://huts.example/membership/done": {
    title: "Thank you",
    text: ["Thank you, you are registered."],
    elements: [],
  },
};

const seed = () => ({
  session: { url: "about:blank", open: false, values: {} as Record<string, string> },
  /** Forms that were sent to the sites. */
  submissions: [] as { id: string; url: string; values: Record<string, string> }[],
});

type State = ReturnType<typeof seed>;

function pageOf(state: State): Page {
  const page = pages[state.session.url];
  if (!page) throw new ServiceError('### Error\nNo open page. Navigate with "browser_navigate" first.');
  return page;
}

function snapshot(state: State): string {
  const { title, text, elements } = pageOf(state);
  const lines = [
    ...text.map((line) => `- text: ${line}`),
    ...elements.map(
      ({ ref, role, name }) =>
        `- ${role} "${name}" [ref=${ref}]${state.session.values[ref] ? `: ${state.session.values[ref]}` : ""}`,
    ),
  ];
  return [`### Page`, `- Page URL: ${state.session.url}`, `- Page Title: ${title}`, "### Snapshot", ...lines].join(
    "\n",
  );
}

function elementOf(state: State, target: string): Element {
  const matches = ({ ref, name }: Element): boolean => ref === target || name === target || target.includes(name);
  return find(
    pageOf(state).elements,
    matches,
    `### Error\nRef ${target} not found in the current page snapshot. Try capturing new snapshot.`,
  );
}

function open(state: State, url: string): string {
  state.session = { url: url.replace(/\/$/, ""), open: true, values: {} };
  if (!pages[state.session.url]) throw new ServiceError(`### Error\npage.goto: net::ERR_NAME_NOT_RESOLVED at ${url}`);
  return snapshot(state);
}

function click(state: State, target: string): string {
  const { role, opens } = elementOf(state, target);
  if (opens === undefined) return snapshot(state);
  if (role === "button") {
    const named = pageOf(state).elements.flatMap(({ ref, name }) =>
      state.session.values[ref] === undefined ? [] : [[name, state.session.values[ref]] as const],
    );
    // Looking something up is not a change in the world, sending a form is.
    if (!opens.endsWith("/result"))
      state.submissions.push({
        id: String(state.submissions.length + 1),
        url: state.session.url,
        values: Object.fromEntries(named),
      });
    else if (!named.some(([, value]) => value === "NO-55821")) return `${snapshot(state)}\n- alert: Unknown parcel`;
  }
  return open(state, opens);
}

export const playwright = defineService("playwright", seed, {
  browser_navigate: (state, args: { url: string }) => open(state, args.url),
  browser_snapshot: snapshot,
  browser_find: snapshot,
  browser_click: (state, args: { target: string }) => click(state, args.target),
  browser_type: (state, args: { target: string; text: string; submit?: boolean }) => {
    state.session.values[elementOf(state, args.target).ref] = args.text;
    const button = pageOf(state).elements.find(({ role }) => role === "button");
    return args.submit && button ? click(state, button.ref) : snapshot(state);
  },
  browser_fill_form: (state, args: { fields: { target: string; value: string }[] }) => {
    for (const { target, value } of args.fields) state.session.values[elementOf(state, target).ref] = value;
    return snapshot(state);
  },
  browser_press_key: (state, args: { key: string }) => {
    const button = pageOf(state).elements.find(({ role }) => role === "button");
    return args.key === "Enter" && button ? click(state, button.ref) : snapshot(state);
  },
  browser_wait_for: snapshot,
  browser_close: (state) => {
    state.session = { url: "about:blank", open: false, values: {} };
    return "### Result\nPage closed";
  },
});
