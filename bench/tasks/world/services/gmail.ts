import { defineService, find, matchesWords, now, remove, ServiceError } from "./service.ts";

interface Mail {
  readonly id: string;
  readonly threadId: string;
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  body: string;
  date: string;
  labels: string[];
}

function mail(
  id: string,
  from: string,
  subject: string,
  body: string,
  date: string,
  labels = ["INBOX", "UNREAD"],
): Mail {
  return { id, threadId: id, from, to: ["maya@halden.example"], cc: [], bcc: [], subject, body, date, labels };
}

const seed = () => ({
  mails: [
    mail(
      "18e0a1",
      "Trailblog Weekly <news@trailblog.example>",
      "Ten huts for spring",
      "Huts, huts, huts.",
      "2026-03-09",
    ),
    mail("18e0a2", "Trailblog Weekly <news@trailblog.example>", "Which boots?", "Leather or not?", "2026-03-02"),
    mail("18e0a3", "Trailblog Weekly <news@trailblog.example>", "Stoves tested", "Gas wins.", "2026-02-23", ["INBOX"]),
    mail(
      "18e0b1",
      "Rosa Mendes <rosa@portohomes.example>",
      "Boiler check in your flat",
      "Dear Maya, the technician comes on Tuesday 24 March 2026 between 8 and 10. Somebody has to be at home. Rosa",
      "2026-03-10",
    ),
    mail(
      "18e0b2",
      "Gareth Price <gareth.price@mail.example>",
      "Jacket leaks",
      "Hello, the rain jacket of order 1041 leaks at the left shoulder after one week. I would like my money back. Gareth",
      "2026-03-10",
    ),
    mail(
      "18e0b3",
      "Sven Aas <sven@fjordprint.example>",
      "Invoice 2026-118",
      "Please find the invoice over 1,240.00 EUR for the catalogue, due on 31 March.",
      "2026-03-06",
      ["INBOX"],
    ),
    mail(
      "18e0b4",
      "Noah Bakker <noah@halden.example>",
      "Offsite: who eats what?",
      "Hi, I need the food list by Friday. Noah",
      "2026-03-08",
      ["INBOX"],
    ),
    mail(
      "18e0b5",
      "Campsite Fjordsyn <stay@fjordsyn.example>",
      "Your booking 7731",
      "Your pitch from 3 to 7 July is confirmed. Check-in starts at 15:00.",
      "2026-02-27",
      ["INBOX"],
    ),
  ],
  drafts: [] as Mail[],
  labels: [
    { id: "INBOX", name: "INBOX", type: "system" },
    { id: "UNREAD", name: "UNREAD", type: "system" },
    { id: "STARRED", name: "STARRED", type: "system" },
    { id: "TRASH", name: "TRASH", type: "system" },
    { id: "SENT", name: "SENT", type: "system" },
    { id: "Label_7", name: "Invoices", type: "user" },
    { id: "Label_8", name: "Travel", type: "user" },
  ],
  filters: [] as { id: string; criteria: Record<string, unknown>; action: Record<string, unknown> }[],
});

type State = ReturnType<typeof seed>;

interface Outgoing {
  to: string[];
  subject: string;
  body: string;
  cc?: string[];
  bcc?: string[];
  threadId?: string;
}

const missing = "Error: Requested entity was not found.";
const mailOf = (state: State, id: string): Mail => find(state.mails, (item) => item.id === id, missing);

function checkLabels(state: State, ids: readonly string[] | undefined): readonly string[] {
  for (const id of ids ?? []) find(state.labels, (label) => label.id === id, `Error: Invalid label: ${id}`);
  return ids ?? [];
}

function modify(
  state: State,
  id: string,
  add: readonly string[] | undefined,
  removed: readonly string[] | undefined,
): void {
  const target = mailOf(state, id);
  const kept = target.labels.filter((label) => !checkLabels(state, removed).includes(label));
  target.labels = [...new Set([...kept, ...checkLabels(state, add)])];
}

function write(args: Outgoing, id: string, labels: string[]): Mail {
  const { to, subject, body, cc = [], bcc = [] } = args;
  return {
    id,
    threadId: args.threadId ?? id,
    from: "maya@halden.example",
    to,
    cc,
    bcc,
    subject,
    body,
    date: now.slice(0, 10),
    labels,
  };
}

/** Gmail's search syntax, as far as people use it: from:, to:, subject:, label:, in:, is:, newer/older dates and words. */
function matchesQuery(state: State, item: Mail, query: string): boolean {
  const parts: readonly string[] = query.match(/-?\w+:\([^)]*\)|-?\w+:"[^"]*"|"[^"]*"|\S+/g) ?? [];
  if (parts.includes("OR")) return query.split(/\s+OR\s+/).some((either) => matchesQuery(state, item, either));
  return parts.every((part) => {
    const [, not = "", key = "", rawValue = ""] = /^(-?)(?:(\w+):)?(.*)$/.exec(part) ?? [];
    const value = rawValue.replaceAll(/["()]/g, "").toLowerCase();
    const labelNames = item.labels.map((id) =>
      (state.labels.find((label) => label.id === id)?.name ?? id).toLowerCase(),
    );
    const holds =
      key === "from"
        ? matchesWords(value, item.from)
        : key === "to"
          ? matchesWords(value, ...item.to)
          : key === "subject"
            ? matchesWords(value, item.subject)
            : key === "label" || key === "in"
              ? value === "anywhere" || labelNames.includes(value)
              : key === "is"
                ? labelNames.includes(value) || (value === "read" && !labelNames.includes("unread"))
                : key === "after" || key === "newer"
                  ? item.date >= value.replaceAll("/", "-")
                  : key === "before" || key === "older"
                    ? item.date < value.replaceAll("/", "-")
                    : key === "newer_than" || key === "older_than" || key === "category" || key === "has"
                      ? key === "newer_than"
                      : matchesWords(value, item.from, item.subject, item.body);
    return holds !== (not === "-");
  });
}

export const gmail = defineService("gmail", seed, {
  send_email: (state, args: Outgoing) => {
    const sent = write(args, `18e1${String(state.mails.length).padStart(2, "0")}`, ["SENT"]);
    state.mails.push(sent);
    return `Email sent successfully with ID: ${sent.id}`;
  },
  draft_email: (state, args: Outgoing) => {
    const draft = write(args, `r${state.drafts.length + 1}`, ["DRAFT"]);
    state.drafts.push(draft);
    return `Email draft created successfully with ID: ${draft.id}`;
  },
  read_email: (state, args: { messageId: string }) => {
    const { threadId, subject, from, to, date, body } = mailOf(state, args.messageId);
    return `Thread ID: ${threadId}\nSubject: ${subject}\nFrom: ${from}\nTo: ${to.join(", ")}\nDate: ${date}\n\n${body}`;
  },
  search_emails: (state, args: { query: string; maxResults?: number }) => {
    const found = state.mails.filter((item) => matchesQuery(state, item, args.query)).slice(0, args.maxResults ?? 10);
    return found
      .map(({ id, subject, from, date }) => `ID: ${id}\nSubject: ${subject}\nFrom: ${from}\nDate: ${date}\n`)
      .join("\n");
  },
  modify_email: (
    state,
    args: { messageId: string; labelIds?: string[]; addLabelIds?: string[]; removeLabelIds?: string[] },
  ) => {
    modify(state, args.messageId, args.addLabelIds ?? args.labelIds, args.removeLabelIds);
    return `Email ${args.messageId} labels updated successfully`;
  },
  batch_modify_emails: (state, args: { messageIds: string[]; addLabelIds?: string[]; removeLabelIds?: string[] }) => {
    for (const id of args.messageIds) modify(state, id, args.addLabelIds, args.removeLabelIds);
    return `Batch label modification complete.\nSuccessfully processed: ${args.messageIds.length} messages`;
  },
  delete_email: (state, args: { messageId: string }) =>
    `Email ${remove(state.mails, ({ id }) => id === args.messageId, missing).id} deleted successfully`,
  batch_delete_emails: (state, args: { messageIds: string[] }) => {
    for (const messageId of args.messageIds) remove(state.mails, ({ id }) => id === messageId, missing);
    return `Batch delete operation complete.\nSuccessfully deleted: ${args.messageIds.length} messages`;
  },
  list_email_labels: (state) =>
    state.labels.map(({ id, name, type }) => `ID: ${id}\nName: ${name}\nType: ${type}\n`).join("\n"),
  create_label: (state, args: { name: string }) => {
    if (state.labels.some(({ name }) => name === args.name))
      throw new ServiceError(`Error: Label "${args.name}" already exists. Please use a different name.`);
    return `Label created successfully:\nID: ${addLabel(state, args.name)}\nName: ${args.name}\nType: user`;
  },
  get_or_create_label: (state, args: { name: string }) => {
    const existing = state.labels.find(({ name }) => name === args.name);
    return `Successfully ${existing ? "found existing" : "created new"} label:\nID: ${existing?.id ?? addLabel(state, args.name)}\nName: ${args.name}`;
  },
  delete_label: (state, args: { id: string }) =>
    `Label ${remove(state.labels, ({ id }) => id === args.id, missing).name} deleted successfully`,
  create_filter: (state, args: { criteria: Record<string, unknown>; action: Record<string, unknown> }) => {
    const filter = { id: `ANe1Bm${state.filters.length + 1}`, ...args };
    state.filters.push(filter);
    return `Filter created successfully:\nID: ${filter.id}`;
  },
  list_filters: (state) => (state.filters.length === 0 ? "No filters found." : JSON.stringify(state.filters, null, 2)),
});

function addLabel(state: State, name: string): string {
  const id = `Label_${state.labels.length + 10}`;
  state.labels.push({ id, name, type: "user" });
  return id;
}
