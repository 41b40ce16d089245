import { defineService, find, matchesWords, ServiceError } from "./service.ts";

type Values = Record<string, string>;

interface Page {
  readonly id: string;
  title: string;
  /** The page or data source that it lies in. */
  parent: string;
  properties: Values;
  markdown: string;
  in_trash: boolean;
}

const tasks = "d92379b4-7042-4d63-88f4-c6e7d59693ba";
const suppliers = "6dd37530-4c7f-46b8-810d-bb5ef983c8e3";

const page = (id: string, title: string, parent: string, properties: Values = {}, markdown = ""): Page => ({
  id,
  title,
  parent,
  properties,
  markdown,
  in_trash: false,
});

const seed = () => ({
  users: [
    { id: "df22256c-ea8c-42ea-8b22-b9495e110743", name: "Maya Lindqvist", email: "maya@halden.example" },
    { id: "f3f8ebb2-945a-45bf-8282-67fbbeeb259b", name: "Noah Bakker", email: "noah@halden.example" },
  ],
  dataSources: [
    {
      id: tasks,
      database: "7b469945-0366-4259-8d1f-f3a194ce5800",
      title: "Team tasks",
      properties: { Name: "title", Status: "status", Owner: "select", Due: "date" },
    },
    {
      id: suppliers,
      database: "eb31e891-420d-4a82-8b6b-ef76373d9ee6",
      title: "Suppliers",
      properties: { Name: "title", Country: "select", Contact: "email" },
    },
  ],
  pages: [
    page("98ad2a6e-e969-4568-8361-768b68f439ba", "Translate the size tables", tasks, {
      Status: "Not started",
      Owner: "Maya",
      Due: "2026-03-18",
    }),
    page("a1a45120-9fb7-4c36-82e1-4e7b95780048", "Get the permit for the pop-up", tasks, {
      Status: "In progress",
      Owner: "Noah",
      Due: "2026-03-16",
    }),
    page("52c1b9d0-ed11-4001-87f9-2e625e500329", "Renew the van insurance", tasks, {
      Status: "Not started",
      Owner: "Noah",
      Due: "2026-03-30",
    }),
    page("1bac52c6-5c91-4e5f-84e9-2db1d30e3e46", "New sign for Porto", tasks, {
      Status: "Done",
      Owner: "Maya",
      Due: "2026-02-20",
    }),
    page("93673805-1436-49d7-89bd-23c3a4651781", "Wolle & Söhne", suppliers, {
      Country: "Austria",
      Contact: "orders@wolle.example",
    }),
    page("a52861ea-d2ae-426a-89dd-b63861dcde08", "Fjord Print", suppliers, {
      Country: "Norway",
      Contact: "sven@fjordprint.example",
    }),
    page(
      "ba44268b-c5ac-4a9a-8a3a-6dfd550b3c03",
      "Offsite June",
      "workspace",
      {},
      "## Place\nHut Storvatn, 11 to 13 June 2026\n\n## Bring\n- Boots\n- Sleeping bag\n",
    ),
    page(
      "5fc3aade-b346-446d-8022-d91c948d0593",
      "Ops meeting notes",
      "workspace",
      {},
      "## 4 March\n- Forklift repaired\n",
    ),
    page(
      "4a0cbd5c-18dd-4d16-8bc8-f2a05124ff45",
      "Customer FAQ",
      "workspace",
      {},
      "## Can I wash a down jacket?\nYes, at 30 degrees.\n",
    ),
  ],
  comments: [] as { id: string; page: string; text: string }[],
});

type State = ReturnType<typeof seed>;

const missing = (id: string): string =>
  JSON.stringify({
    object: "error",
    status: 404,
    code: "object_not_found",
    message: `Could not find page with ID: ${id}. Make sure the relevant pages and databases are shared with your integration.`,
  });
const invalid = (message: string): ServiceError =>
  new ServiceError(JSON.stringify({ object: "error", status: 400, code: "validation_error", message }));
const pageOf = (state: State, id: string): Page => find(state.pages, (item) => item.id === id, missing(id));
/** A data source by its own id or by that of its database, which has no other. */
const sourceOf = (state: State, wanted: string) =>
  find(state.dataSources, ({ id, database }) => id === wanted || database === wanted, missing(wanted));

/** Some clients send objects as JSON in a string, which the server's schema allows. */
function readObject(value: unknown): Record<string, unknown> {
  const read: unknown = typeof value === "string" ? JSON.parse(value) : value;
  return (read ?? {}) as Record<string, unknown>;
}

/** The plain text anywhere in a rich text, a block or a property value. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textOf).join("");
  if (typeof value !== "object" || value === null) return "";
  const fields = value as Record<string, unknown>;
  const inner = fields["text"] ?? fields["content"] ?? fields["rich_text"] ?? fields["title"] ?? fields["plain_text"];
  if (inner !== undefined) return textOf(inner);
  const typed =
    fields[String(fields["type"])] ??
    Object.values(fields).find((field) => typeof field === "object" && field !== null);
  return textOf(typed);
}

/** A property as the API takes it: {status:{name}}, {select:{name}}, {date:{start}}, {rich_text:[…]}, {email}, {checkbox}. */
function readValue(property: unknown): string {
  const [kind] = Object.values(readObject(property)).filter((value) => value !== null);
  if (typeof kind === "object" && kind !== null && !Array.isArray(kind)) {
    const { name, start } = kind as { name?: string; start?: string };
    return name ?? start ?? textOf(kind);
  }
  return typeof kind === "object" ? textOf(kind) : `${kind as string | number | boolean}`;
}

const blockText = (children: unknown): string => {
  const blocks = typeof children === "string" ? (JSON.parse(children) as unknown[]) : ((children ?? []) as unknown[]);
  return blocks.map((block) => `${textOf(block)}\n`).join("");
};

function show(state: State, { id, title, parent, properties, in_trash }: Page) {
  const types: Record<string, string> = state.dataSources.find((source) => source.id === parent)?.properties ?? {
    title: "title",
  };
  const entries = Object.entries(types).map(([name, type]) => {
    if (type === "title") return [name, { type, title: [{ plain_text: title }] }] as const;
    const value = properties[name];
    const shown =
      value === undefined ? null : type === "date" ? { start: value } : type === "email" ? value : { name: value };
    return [name, { type, [type]: shown }] as const;
  });
  const shownParent =
    parent === "workspace"
      ? { type: "workspace", workspace: true }
      : types["title"]
        ? { page_id: parent }
        : { type: "data_source_id", data_source_id: parent };
  return {
    object: "page",
    id,
    parent: shownParent,
    in_trash,
    properties: Object.fromEntries(entries),
    url: `https://www.notion.so/${id}`,
  };
}

const showSource = (source: State["dataSources"][number]) => ({
  object: "data_source",
  id: source.id,
  parent: { type: "database_id", database_id: source.database },
  title: [{ plain_text: source.title }],
  properties: Object.fromEntries(Object.entries(source.properties).map(([name, type]) => [name, { name, type }])),
});

function setProperties(state: State, target: Page, given: unknown): void {
  const types: Record<string, string> = state.dataSources.find(({ id }) => id === target.parent)?.properties ?? {
    title: "title",
  };
  for (const [name, property] of Object.entries(readObject(given))) {
    const type = types[name] ?? (name.toLowerCase() === "title" ? "title" : undefined);
    if (type === undefined) throw invalid(`${name} is not a property that exists.`);
    if (type === "title") target.title = textOf(property);
    else target.properties[name] = readValue(property);
  }
}

interface Condition {
  property?: string;
  and?: Condition[];
  or?: Condition[];
  [type: string]: unknown;
}

function holds(state: State, item: Page, filter: Condition): boolean {
  if (filter.and) return filter.and.every((inner) => holds(state, item, inner));
  if (filter.or) return filter.or.some((inner) => holds(state, item, inner));
  const name = filter.property ?? "";
  const types: Record<string, string> = sourceOf(state, item.parent).properties;
  const type = types[name];
  if (type === undefined) throw invalid(`Could not find property with name or id: ${name}`);
  const own = type === "title" ? item.title : (item.properties[name] ?? "");
  return Object.entries((filter[type] ?? {}) as Record<string, string>).every(([operator, value]) => {
    if (operator === "equals") return own === value;
    if (operator === "does_not_equal") return own !== value;
    if (operator === "contains") return own.includes(value);
    if (operator === "on_or_before" || operator === "before") return own <= value;
    if (operator === "on_or_after" || operator === "after") return own >= value;
    throw invalid(`body.filter.${type}.${operator} is not supported here`);
  });
}

export const notion = defineService("notion", seed, {
  "API-get-self": () => ({
    object: "user",
    id: "044eac4a-7459-46df-8a33-a306b73cf013",
    type: "bot",
    name: "Halden assistant",
  }),
  "API-get-users": (state) => ({ object: "list", results: state.users }),
  "API-get-user": (state, args: { user_id: string }) =>
    find(state.users, ({ id }) => id === args.user_id, missing(args.user_id)),
  "API-post-search": (state, args: { query?: string; filter?: unknown }) => {
    const kind = readObject(args.filter)["value"];
    const pages = state.pages
      .filter(({ title, in_trash }) => !in_trash && matchesWords(args.query ?? "", title))
      .map((item) => show(state, item));
    const sources = state.dataSources.filter(({ title }) => matchesWords(args.query ?? "", title)).map(showSource);
    return {
      object: "list",
      results: [...(kind === "page" ? [] : sources), ...(kind === "data_source" ? [] : pages)],
      has_more: false,
    };
  },
  "API-query-data-source": (state, args: { data_source_id: string; filter?: unknown }) => {
    const { id } = sourceOf(state, args.data_source_id);
    const filter = args.filter === undefined ? undefined : (readObject(args.filter) as Condition);
    const results = state.pages.filter(
      (item) => item.parent === id && !item.in_trash && (!filter || holds(state, item, filter)),
    );
    return { object: "list", results: results.map((item) => show(state, item)), has_more: false };
  },
  "API-retrieve-a-data-source": (state, args: { data_source_id: string }) =>
    showSource(sourceOf(state, args.data_source_id)),
  "API-retrieve-a-database": (state, args: { database_id: string }) => {
    const { id, database, title } = sourceOf(state, args.database_id);
    return { object: "database", id: database, title: [{ plain_text: title }], data_sources: [{ id, name: title }] };
  },
  "API-retrieve-a-page": (state, args: { page_id: string }) => show(state, pageOf(state, args.page_id)),
  "API-retrieve-page-markdown": (state, args: { page_id: string }) => ({
    object: "page_markdown",
    id: args.page_id,
    markdown: pageOf(state, args.page_id).markdown,
  }),
  "API-get-block-children": (state, args: { block_id: string }) => {
    const lines = pageOf(state, args.block_id).markdown.split("\n").filter(Boolean);
    return {
      object: "list",
      results: lines.map((line, index) => ({
        object: "block",
        id: `${args.block_id}-b${index}`,
        type: "paragraph",
        paragraph: { rich_text: [{ plain_text: line }] },
      })),
    };
  },
  "API-patch-block-children": (state, args: { block_id: string; children: unknown }) => {
    const target = pageOf(state, args.block_id);
    target.markdown += blockText(args.children);
    return { object: "list", results: [] };
  },
  "API-update-page-markdown": (
    state,
    args: {
      page_id: string;
      type: string;
      insert_content?: unknown;
      replace_content?: unknown;
      update_content?: unknown;
    },
  ) => {
    const target = pageOf(state, args.page_id);
    if (args.type === "replace_content") target.markdown = textOf(readObject(args.replace_content)["new_str"]);
    else if (args.type === "insert_content") {
      const { content = "", position } = readObject(args.insert_content) as {
        content?: string;
        position?: { type?: string };
      };
      target.markdown =
        position?.type === "start" ? `${content}\n${target.markdown}` : `${target.markdown}${content}\n`;
    } else if (args.type === "update_content") {
      const { content_updates = [] } = readObject(args.update_content) as {
        content_updates?: { old_str: string; new_str: string }[];
      };
      for (const { old_str, new_str } of content_updates) {
        if (!target.markdown.includes(old_str)) throw invalid(`old_str not found in page: ${old_str}`);
        target.markdown = target.markdown.replace(old_str, new_str);
      }
    } else throw invalid(`${args.type} is not supported for this page`);
    return { object: "page_markdown", id: target.id, markdown: target.markdown };
  },
  "API-patch-page": (
    state,
    args: { page_id: string; properties?: unknown; in_trash?: boolean; archived?: boolean },
  ) => {
    const target = pageOf(state, args.page_id);
    setProperties(state, target, args.properties);
    const trashed = args.in_trash ?? args.archived;
    if (trashed !== undefined) target.in_trash = trashed;
    return show(state, target);
  },
  "API-post-page": (state, args: { parent: unknown; properties: unknown; children?: unknown }) => {
    const { page_id, data_source_id, database_id } = readObject(args.parent) as Record<string, string | undefined>;
    const source = data_source_id ?? database_id;
    const parent =
      source === undefined
        ? page_id === undefined
          ? "workspace"
          : pageOf(state, page_id).id
        : sourceOf(state, source).id;
    const created = page(`00000000-0000-4000-8000-${String(state.pages.length + 1).padStart(12, "0")}`, "", parent);
    setProperties(state, created, args.properties);
    created.markdown = blockText(args.children);
    state.pages.push(created);
    return show(state, created);
  },
  "API-move-page": (state, args: { page_id: string; parent: unknown }) => {
    const { page_id, data_source_id } = readObject(args.parent) as Record<string, string | undefined>;
    const target = pageOf(state, args.page_id);
    target.parent = data_source_id ? sourceOf(state, data_source_id).id : pageOf(state, page_id ?? "").id;
    return show(state, target);
  },
  "API-create-a-comment": (state, args: { parent: unknown; rich_text: unknown }) => {
    const on = pageOf(state, String(readObject(args.parent)["page_id"])).id;
    const text = textOf(
      typeof args.rich_text === "string" && args.rich_text.startsWith("[")
        ? JSON.parse(args.rich_text)
        : args.rich_text,
    );
    const comment = {
      id: `00000000-0000-4000-8001-${String(state.comments.length + 1).padStart(12, "0")}`,
      page: on,
      text,
    };
    state.comments.push(comment);
    return { object: "comment", ...comment };
  },
  "API-retrieve-a-comment": (state, args: { block_id: string }) => ({
    object: "list",
    results: state.comments.filter((comment) => comment.page === args.block_id),
  }),
});
