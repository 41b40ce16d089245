import { expect, it } from "vitest";
import { createWorld, tasks } from "../material/index.ts";
import { pick, pickAll } from "../tasks/expecting.ts";
import type { CallResult } from "../types.ts";

type Call = (tool: string, args: Readonly<Record<string, unknown>>) => CallResult;

const storefront = { owner: "halden", repo: "storefront" };

/** Good solutions that go another way than the task's own: checks look at the outcome, not at the way. */
const otherWays: Readonly<Record<string, (call: Call) => string>> = {
  "meeting-with-lena": (call) => {
    const filters = [{ propertyName: "lastname", operator: "EQ", value: "Vogt" }];
    const email = pick(
      call("hubspot/hubspot-search-objects", { objectType: "contacts", filterGroups: [{ filters }] }),
      /"email": "([^"]+)"/,
    );
    call("google-drive/createCalendarEvent", {
      summary: "Northwind backpacks",
      start: { dateTime: "2026-03-13T14:00:00+01:00" },
      end: { dateTime: "2026-03-13T13:30:00Z" },
      attendees: [email, "maya@halden.example"],
    });
    return "Booked.";
  },
  "scrap-coffee": (call) => {
    const day = { timeMin: "2026-03-12T00:00:00+01:00", timeMax: "2026-03-12T23:59:59+01:00" };
    const eventId = pick(call("google-drive/getCalendarEvents", { ...day, query: "coffee" }), /"id": "(\w+)"/);
    call("google-drive/deleteCalendarEvent", { eventId });
    return "Off.";
  },
  "todoist-overdue": (call) => {
    const ids = pickAll(call("todoist/find-tasks", { filter: "##Household & overdue" }), /"id": "(\w+)"/g);
    call("todoist/complete-tasks", { ids });
    return "Done.";
  },
  "push-dentist": (call) => {
    const id = pick(call("todoist/find-tasks-by-date", { startDate: "2026-03-12" }), /"id": "(\w+)"/);
    call("todoist/update-tasks", { tasks: [{ id, dueString: "Monday 16 March 2026" }] });
    return "Pushed.";
  },
  "gmail-archive-newsletter": (call) => {
    for (const messageId of pickAll(call("gmail/search_emails", { query: "trailblog" }), /ID: (\w+)/g)) {
      call("gmail/modify_email", { messageId, removeLabelIds: ["INBOX"] });
    }
    return "Archived.";
  },
  "github-close-wontfix": (call) => {
    const found = call("github/search_issues", { q: "repo:halden/storefront is:issue is:open label:wontfix" });
    for (const number of pickAll(found, /"number": (\d+)/g)) {
      call("github/update_issue", { ...storefront, issue_number: Number(number), state: "closed" });
    }
    return "Closed.";
  },
  "publish-changelog": (call) => {
    const content = call("filesystem/read_file", { path: "/projects/shop/CHANGELOG.md" }).text;
    const files = [{ path: "CHANGELOG.md", content }];
    call("github/push_files", { ...storefront, branch: "main", files, message: "Add changelog" });
    return "Pushed.";
  },
  "jira-payment-bugs": (call) => {
    const jql =
      'project = "APP" AND type = Bug AND labels in (payments) AND (status = "To Do" OR statusCategory = "In Progress") ORDER BY key';
    for (const issueKey of pickAll(call("jira/jira_search", { action: "issues", jql }), /"key": "(APP-\d+)"/g)) {
      call("jira/jira_issues", { action: "update", issueKey, priority: "High" });
    }
    return "Raised.";
  },
  "finish-privacy-text": (call) => {
    const comment = "Text approved by legal.";
    call("jira/jira_workflow", { action: "transition", issueKey: "APP-412", transitionId: "41", comment });
    return "Done.";
  },
  "start-insurance-task": (call) => {
    const data_source_id = pick(
      call("notion/API-post-search", { query: "Team tasks" }),
      /"data_source",\s+"id": "([\w-]+)"/,
    );
    const filter = { and: [{ property: "Name", title: { contains: "insurance" } }] };
    const page_id = pick(
      call("notion/API-query-data-source", { data_source_id, filter }),
      /"page",\s+"id": "([\w-]+)"/,
    );
    call("notion/API-patch-page", { page_id, properties: '{"Status":{"status":{"name":"In progress"}}}' });
    return "Set.";
  },
  "coffee-machine": (call) => {
    const project_id = "1200200000000011";
    const task_id = pick(
      call("asana/asana_create_task", { project_id, name: "Rent a coffee machine", due_on: "2026-03-19" }),
      /"gid": "(\d+)"/,
    );
    call("asana/asana_add_project_to_task", { task_id, project_id, section: "1200300000000022" });
    return "Added.";
  },
  "returned-order-to-sheet": (call) => {
    const spreadsheetId = pick(
      call("google-drive/search", { query: "name contains 'Returns'", rawQuery: true }),
      /id: (\w+)\)/,
    );
    call("google-drive/updateGoogleSheet", {
      spreadsheetId,
      range: "Sheet1!A4:D4",
      data: [["#1044", "Gareth Price", "Avalanche shovel Skred", "69.00"]],
    });
    return "Added.";
  },
  "parcel-pick-up": (call) => {
    call("playwright/browser_navigate", { url: "https://parcels.example/track/" });
    call("playwright/browser_fill_form", {
      fields: [{ target: "e3", name: "Parcel number", type: "textbox", value: "NO-55821" }],
    });
    return call("playwright/browser_press_key", { key: "Enter" }).text;
  },
  "cross-off-flour": (call) => {
    const listId = pick(call("trello/get_lists", { boardId: "65f0b0a2kitchen" }), /"id": "([\w-]+)"/);
    const cardId = pick(
      call("trello/get_cards_by_list_id", { listId }),
      /"id": "(\w+)",\s+"idList": "[\w-]+",\s+"name": "Housewarming/,
    );
    const checkItemId = pick(
      call("trello/get_checklist_items", { name: "Shopping", cardId }),
      /"id": "(\w+)",[^}]*"Flour"/,
    );
    call("trello/update_checklist_item", { cardId, checkItemId, state: "complete" });
    return "Crossed off.";
  },
  "maps-airport": (call) => {
    const from = call("google-maps/maps_geocode", { address: "Torggata 12, Oslo" });
    const origin = `${pick(from, /"lat": ([\d.]+)/)},${pick(from, /"lng": ([\d.]+)/)}`;
    return call("google-maps/maps_distance_matrix", { origins: [origin], destinations: ["Gardermoen airport"] }).text;
  },
  "postgres-store-size": (call) =>
    call("postgres/query", { sql: "SELECT city, square_metres FROM public.stores WHERE city ILIKE '%porto%' LIMIT 5;" })
      .text,
  "quiet-host": (call) => {
    call("datadog/schedule_downtime", { scope: "host:web-2.prod.halden" });
    return "Quiet.";
  },
  "disk-swap": (call) => {
    const hostname = pick(call("datadog/list_hosts", {}), /"name":"(db-7[^"]*)"/);
    call("datadog/mute_host", { hostname, end: 1_773_259_200, message: "New disk" });
    call("slack/slack_post_message", { channel_id: "C07A4OPS", text: "db-7 is muted in Datadog until 20:00 UTC." });
    return "Muted.";
  },
};

it.each(Object.entries(otherWays))("%s can be solved another way", (id, solve) => {
  const task = tasks.find((candidate) => candidate.id === id);
  const world = createWorld();
  const answer = solve((tool, args) => {
    const slash = tool.indexOf("/");
    return world.call(tool.slice(0, slash), tool.slice(slash + 1), args);
  });
  expect(world.calls.filter(({ result }) => result.isError)).toEqual([]);
  expect(task?.check(world, answer)).toEqual([]);
});
