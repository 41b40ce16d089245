import type { Task } from "../types.ts";
import { cloudflare } from "../world/services/cloudflare.ts";
import { datadog } from "../world/services/datadog.ts";
import { gitlab } from "../world/services/gitlab.ts";
import { googleCalendar } from "../world/services/google-calendar.ts";
import { harvest } from "../world/services/harvest.ts";
import { jira } from "../world/services/jira.ts";
import { rollbar } from "../world/services/rollbar.ts";
import { shopify } from "../world/services/shopify.ts";
import { stripe } from "../world/services/stripe.ts";
import { todoist } from "../world/services/todoist.ts";
import { trello } from "../world/services/trello.ts";
import { expecting, pick } from "./expecting.ts";

/** What people call things who have never seen the names of the tools. */
export const otherWordsTasks: readonly Task[] = [
  {
    id: "blessing",
    kind: "other-words",
    request:
      "Inês wrote a change about the wake button for the firmware (halden/firmware on GitLab). It looks good to me, give it my blessing. Don't put it in yet.",
    needs: ["gitlab/list_merge_requests", "gitlab/approve_merge_request"],
    solution: (call) => {
      const project_id = "halden/firmware";
      const merge_request_iid = pick(
        call("gitlab/list_merge_requests", { project_id, state: "opened" }),
        /"iid": (\d+),\s+"title": "Debounce the wake button"/,
      );
      call("gitlab/approve_merge_request", { project_id, merge_request_iid });
      return "Approved.";
    },
    check: expecting({
      changed: { "gitlab/mergeRequests/4711!33/approved_by": 1 },
      facts: (world) => [
        [
          "Maya approved it",
          gitlab
            .in(world)
            .mergeRequests.some(({ id, approved_by }) => id === "4711!33" && approved_by.includes("maya")),
        ],
      ],
    }),
  },
  {
    id: "quiet-host",
    kind: "other-words",
    request:
      "web-2.prod.halden gets a new fan tonight. I don't want anybody to be woken up because of that machine, keep it quiet until I say so.",
    needs: ["datadog/mute_host"],
    solution: (call) => {
      call("datadog/mute_host", { hostname: "web-2.prod.halden", message: "New fan" });
      return "It is quiet.";
    },
    check: expecting({
      mayChange: ["datadog/hosts/web-2.prod.halden/", "datadog/downtimes/+"],
      facts: (world) => {
        const { hosts, downtimes } = datadog.in(world);
        const isMuted = hosts.some(({ id, muted }) => id === "web-2.prod.halden" && muted);
        return [
          [
            "it is quiet",
            isMuted || (downtimes.length > 0 && downtimes.every(({ scope }) => scope.includes("web-2.prod.halden"))),
          ],
        ];
      },
    }),
  },
  {
    id: "was-ill",
    kind: "other-words",
    request: "I was ill on 10 March 2026, the whole day, 8 hours. Put that on my timesheet please.",
    needs: ["harvest/log_time"],
    solution: (call) => {
      call("harvest/log_time", { text: "8 hours sick leave on 2026-03-10" });
      return "It is on your timesheet.";
    },
    check: expecting({
      changed: { "harvest/entries/+": 1 },
      facts: (world) => {
        const entry = harvest.in(world).entries.at(-1);
        return [
          ["eight hours on the day", entry?.hours === 8 && entry.spent_date === "2026-03-10"],
          ["as sick leave", /sick/i.test(entry?.task ?? "")],
        ];
      },
    }),
  },
  {
    id: "scrap-coffee",
    kind: "other-words",
    request: "I can't make my coffee with Tom on Thursday 12 March 2026. Scrap it.",
    needs: ["google-calendar/search-events", "google-calendar/delete-event"],
    solution: (call) => {
      const day = { calendarId: "primary", timeMin: "2026-03-12T00:00:00", timeMax: "2026-03-12T23:59:59" };
      const eventId = pick(call("google-calendar/search-events", { ...day, query: "Tom" }), /"id": "(\w+)"/);
      call("google-calendar/delete-event", { calendarId: "primary", eventId });
      return "It is off.";
    },
    check: expecting({ changed: { "google-calendar/events/ev01coffee/-": 1 } }),
  },
  {
    id: "coming-to-dinner",
    kind: "other-words",
    request: "I haven't answered the invitation to the board dinner on 26 March 2026. Let it say that I'm coming.",
    needs: ["google-calendar/list-events", "google-calendar/respond-to-event"],
    solution: (call) => {
      const day = { calendarId: "primary", timeMin: "2026-03-26T00:00:00", timeMax: "2026-03-26T23:59:59" };
      const eventId = pick(call("google-calendar/list-events", day), /"id": "(\w+)"/);
      call("google-calendar/respond-to-event", { calendarId: "primary", eventId, response: "accepted" });
      return "They know that you are coming.";
    },
    check: expecting({
      changed: { "google-calendar/events/ev09dinner/attendees": 1 },
      facts: (world) => {
        const attendees = googleCalendar.in(world).events.find(({ id }) => id === "ev09dinner")?.attendees ?? [];
        return [
          [
            "Maya comes",
            attendees.some(
              ({ email, responseStatus }) => email === "maya@halden.example" && responseStatus === "accepted",
            ),
          ],
          ["the chair is still invited", attendees.some(({ email }) => email === "chair@halden.example")],
        ];
      },
    }),
  },
  {
    id: "where-to-sleep",
    kind: "other-words",
    request:
      "Two of us need a place to lay our heads in Porto from 3 to 5 April 2026, in somebody's home rather than a hotel, for less than 80 euros a night. What is there?",
    needs: ["airbnb/airbnb_search"],
    solution: (call) =>
      call("airbnb/airbnb_search", {
        location: "Porto, Portugal",
        checkin: "2026-04-03",
        checkout: "2026-04-05",
        adults: 2,
        maxPrice: 80,
      }).text,
    check: expecting({ answer: [/garden room/i, /64/] }),
  },
  {
    id: "voucher",
    kind: "other-words",
    request:
      'Knock 15 percent off for people who have a voucher: it is called "Spring 15" and each of them can use it for one payment in Stripe.',
    needs: ["stripe/create_coupon"],
    solution: (call) => {
      call("stripe/create_coupon", { name: "Spring 15", percent_off: 15, amount_off: 0, duration: "once" });
      return "The voucher exists.";
    },
    check: expecting({
      changed: { "stripe/coupons/+": 1 },
      facts: (world) => {
        const coupon = stripe.in(world).coupons.at(-1);
        return [
          [
            "fifteen percent, once",
            coupon?.name === "Spring 15" && coupon.percent_off === 15 && coupon.duration === "once",
          ],
        ];
      },
    }),
  },
  {
    id: "umbrella",
    kind: "other-words",
    request: "I'll be in Bergen on 12 March 2026. Do I need an umbrella there?",
    needs: ["weather/get_forecast"],
    solution: (call) => `Yes. ${call("weather/get_forecast", { city_name: "Bergen", days: 3 }).text}`,
    check: expecting({
      answer: [/\byes\b|definitely|absolutely|you(?:'|’)?ll need|do need|bring|take|pack/i, /rain|22\s*mm/i],
    }),
  },
  {
    id: "freeze-prices",
    kind: "other-words",
    request: "The price list 2026 in our Drive is final. Freeze it so that nobody can type in it any more.",
    needs: ["google-drive/search", "google-drive/lockFile"],
    solution: (call) => {
      const fileId = pick(call("google-drive/search", { query: "Price list 2026" }), /id: (\w+)\)/);
      call("google-drive/lockFile", { fileId });
      return "It is frozen.";
    },
    check: expecting({ changed: { "google-drive/files/1dXcPriceList/locked": 1 } }),
  },
  {
    id: "off-the-shelf",
    kind: "other-words",
    request:
      "Take the winter parka off the shelf of our web shop. Customers must not see it, but don't throw it away, it comes back in autumn.",
    needs: ["shopify/get-products", "shopify/update-product"],
    solution: (call) => {
      const id = pick(
        call("shopify/get-products", { searchTitle: "parka" }),
        /"id": "(gid:\/\/shopify\/Product\/\d+)"/,
      );
      call("shopify/update-product", { id, status: "DRAFT" });
      return "It is off the shelf.";
    },
    check: expecting({
      changed: { "shopify/products/gid://shopify/Product/803/status": 1 },
      facts: (world) => [
        [
          "it cannot be seen",
          shopify.in(world).products.some(({ id, status }) => id.endsWith("/803") && status !== "ACTIVE"),
        ],
      ],
    }),
  },
  {
    id: "push-dentist",
    kind: "other-words",
    request: "I won't get round to phoning the dentist tomorrow. Push it to Monday, 16 March 2026, on my to-do list.",
    needs: ["todoist/find-tasks", "todoist/reschedule-tasks"],
    solution: (call) => {
      const id = pick(call("todoist/find-tasks", { searchText: "dentist" }), /"id": "(\w+)"/);
      call("todoist/reschedule-tasks", { tasks: [{ id, date: "2026-03-16" }] });
      return "Pushed.";
    },
    check: expecting({
      changed: { "todoist/tasks/8Tdentist/dueDate": 1 },
      facts: (world) => [
        [
          "it is on Monday",
          todoist.in(world).tasks.some(({ id, dueDate }) => id === "8Tdentist" && dueDate === "2026-03-16"),
        ],
      ],
    }),
  },
  {
    id: "hand-over-ticket",
    kind: "other-words",
    request: "Ben is on parental leave. Hand his Jira ticket about the map of pick-up points over to Sara.",
    needs: ["jira/jira_search", "jira/jira_issues"],
    solution: (call) => {
      const issueKey = pick(
        call("jira/jira_search", { action: "issues", jql: 'project = APP AND summary ~ "map"' }),
        /"key": "(APP-\d+)"/,
      );
      const assignee = pick(call("jira/jira_search", { action: "users", query: "Sara" }), /"accountId": "(\w+)"/);
      call("jira/jira_issues", { action: "assign", issueKey, assignee });
      return "Sara has it.";
    },
    check: expecting({
      changed: { "jira/issues/APP-415/assignee": 1 },
      facts: (world) => [
        ["Sara has it", jira.in(world).issues.some(({ id, assignee }) => id === "APP-415" && assignee === "5f1sara")],
      ],
    }),
  },
  {
    id: "cross-off-flour",
    kind: "other-words",
    request: "I got the flour for the housewarming. Cross it off on the baking card of our Trello kitchen board.",
    needs: ["trello/find_checklist_items_by_description", "trello/update_checklist_item"],
    solution: (call) => {
      const found = call("trello/find_checklist_items_by_description", { description: "flour" });
      const [checkItemId, cardId] = [pick(found, /"id": "(\w+)"/), pick(found, /"card": "(\w+)"/)];
      call("trello/update_checklist_item", { cardId, checkItemId, state: "complete" });
      return "Crossed off.";
    },
    check: expecting({
      changed: { "trello/checkItems/68e1flour/state": 1 },
      facts: (world) => [
        [
          "it is complete",
          trello.in(world).checkItems.some(({ id, state }) => id === "68e1flour" && state === "complete"),
        ],
      ],
    }),
  },
  {
    id: "go-back-checkout",
    kind: "other-words",
    request:
      "Since yesterday evening our checkout worker at Cloudflare is broken. Go back to what was live just before that.",
    needs: ["cloudflare/version_list", "cloudflare/version_rollback"],
    solution: (call) => {
      const versionId = pick(
        call("cloudflare/version_list", { scriptName: "checkout" }),
        /"id": "([\w-]+)",\s+"script": "checkout",\s+"number": 47/,
      );
      call("cloudflare/version_rollback", { scriptName: "checkout", versionId });
      return "Version 47 is live again.";
    },
    check: expecting({
      changed: { "cloudflare/versions/v-7c1e/active": 1, "cloudflare/versions/v-5b90/active": 1 },
      facts: (world) => [
        [
          "the version before is live",
          cloudflare.in(world).versions.some(({ id, active }) => id === "v-5b90" && active),
        ],
      ],
    }),
  },
  {
    id: "stop-charging",
    kind: "other-words",
    request:
      "Marta Kowalska (marta@kowalska.example) does not want to pay her nine euros every month any longer. Make it stop. What she has paid stays paid.",
    needs: ["stripe/list_customers", "stripe/list_subscriptions", "stripe/cancel_subscription"],
    solution: (call) => {
      const customer = pick(call("stripe/list_customers", { email: "marta@kowalska.example" }), /"id": "(cus_\w+)"/);
      const subscription = pick(call("stripe/list_subscriptions", { customer }), /"id": "(sub_\w+)"/);
      call("stripe/cancel_subscription", { subscription });
      return "It has stopped.";
    },
    check: expecting({ changed: { "stripe/subscriptions/sub_1Ma/status": 1 } }),
  },
  {
    id: "how-high",
    kind: "other-words",
    request: "How high up is Hut Storvatn near Geilo, in metres above the sea, going by the maps?",
    needs: ["google-maps/maps_geocode", "google-maps/maps_elevation"],
    solution: (call) => {
      const found = call("google-maps/maps_geocode", { address: "Hut Storvatn, Geilo" });
      const [latitude, longitude] = [Number(pick(found, /"lat": ([\d.]+)/)), Number(pick(found, /"lng": ([\d.]+)/))];
      return call("google-maps/maps_elevation", { locations: [{ latitude, longitude }] }).text;
    },
    check: expecting({ answer: [/1[.,\s]?187/] }),
  },
  {
    id: "food-money-left",
    kind: "other-words",
    request: "How much money have I left for groceries this month in my household budget (the one called Home)?",
    needs: ["ynab/list_budgets", "ynab/budget_summary"],
    solution: (call) => {
      const budgetId = pick(call("ynab/list_budgets", {}), /"id": "([\w-]+)",\s+"name": "Home"/);
      call("ynab/budget_summary", { budgetId, month: "current" });
      return "158.60 are left.";
    },
    check: expecting({ answer: [/158[.,]60?\b/] }),
  },
  {
    id: "crash-is-fixed",
    kind: "other-words",
    request:
      "The crash of the image decoder on the Pixel 6 is gone since 2.9.1. Cross it off in our error tracker and note the version there.",
    needs: ["rollbar/list-items", "rollbar/update-item"],
    solution: (call) => {
      const itemId = Number(pick(call("rollbar/list-items", { query: "Pixel 6" }), /"id": (\d+)/));
      call("rollbar/update-item", { itemId, status: "resolved", resolvedInVersion: "2.9.1" });
      return "Crossed off.";
    },
    check: expecting({
      changed: { "rollbar/items/4400915/status": 1, "rollbar/items/4400915/resolved_in_version": 1 },
      facts: (world) => {
        const item = rollbar.in(world).items.find(({ id }) => id === 4400915);
        return [["it is resolved in 2.9.1", item?.status === "resolved" && item.resolved_in_version === "2.9.1"]];
      },
    }),
  },
  {
    id: "uncle-shoes",
    kind: "other-words",
    request: "I told you once what uncle Bertil takes in shoes. Which one was it?",
    needs: ["memory/search_nodes"],
    solution: (call) => call("memory/search_nodes", { query: "Bertil" }).text,
    check: expecting({ answer: [/\b44\b/] }),
  },
];
