import { defineService, find, matchesWords, remove, ServiceError } from "./service.ts";

const monitor = (id: number, name: string, state: string, tags: string[]) => ({ id, name, state, tags });
const host = (name: string, apps: string[]) => ({
  id: name,
  apps,
  muted: false,
  mute_end: null as number | null,
  message: "",
});

const seed = () => ({
  monitors: [
    monitor(8801, "Disk usage on database hosts", "Alert", ["team:sre", "service:db"]),
    monitor(8802, "Checkout error rate", "OK", ["team:storefront", "service:checkout"]),
    monitor(8803, "Queue length of mailer", "Alert", ["team:platform", "service:mailer"]),
    monitor(8804, "Certificate expiry", "Warn", ["team:sre"]),
    monitor(8805, "Search latency", "OK", ["team:storefront"]),
  ],
  hosts: [
    host("db-6.prod.halden", ["postgres"]),
    host("db-7.prod.halden", ["postgres"]),
    host("web-1.prod.halden", ["nginx"]),
    host("web-2.prod.halden", ["nginx"]),
  ],
  incidents: [
    { id: "inc-311", title: "Card payments slow", severity: "SEV-2", state: "active", commander: "Noah Bakker" },
    { id: "inc-308", title: "Wrong stock numbers", severity: "SEV-3", state: "resolved", commander: "Tom Adeyemi" },
  ],
  logs: [
    {
      id: "l1",
      service: "checkout",
      status: "error",
      timestamp: 1773216600,
      message: "Payment provider timeout after 10000 ms",
    },
    { id: "l2", service: "mailer", status: "warn", timestamp: 1773217200, message: "Queue length 4210" },
    { id: "l3", service: "checkout", status: "info", timestamp: 1773217500, message: "Order 1044 placed" },
  ],
  downtimes: [] as {
    id: number;
    scope: string;
    start: number | null;
    end: number | null;
    message: string;
    monitorId: number | null;
  }[],
  dashboards: [{ id: "abc-def-ghi", title: "Shop overview" }],
});

type State = ReturnType<typeof seed>;

const hostOf = (state: State, name: string) =>
  find(state.hosts, ({ id }) => id === name, `MCP error -32603: Datadog API error: 404 Host not found: ${name}`);
const between = (time: number, args: { from: number; to: number }): boolean => time >= args.from && time <= args.to;

export const datadog = defineService("datadog", seed, {
  get_monitors: (state, args: { groupStates?: string[]; name?: string; tags?: string[] }) => {
    const monitors = state.monitors
      .filter((item) => !args.groupStates?.length || args.groupStates.includes(item.state.toLowerCase()))
      .filter((item) => matchesWords(args.name ?? "", item.name))
      .filter((item) => (args.tags ?? []).every((tag) => item.tags.includes(tag)));
    return `Monitors: ${JSON.stringify(monitors)}`;
  },
  list_incidents: (state) => `Listed incidents:\n${state.incidents.map((item) => JSON.stringify(item)).join("\n")}`,
  get_incident: (state, args: { incidentId: string }) =>
    find(state.incidents, ({ id }) => id === args.incidentId, "MCP error -32603: Datadog API error: 404"),
  get_logs: (state, args: { query?: string; from: number; to: number }) => {
    const words = (args.query ?? "").replaceAll(/\b\w+:/g, "").replaceAll("*", "");
    const logs = state.logs.filter(
      (item) => between(item.timestamp, args) && matchesWords(words, item.service, item.status, item.message),
    );
    return `Logs data: ${JSON.stringify(logs)}`;
  },
  get_all_services: (state) => `Services: ${JSON.stringify([...new Set(state.logs.map(({ service }) => service))])}`,
  list_hosts: (state, args: { filter?: string }) => {
    const words = (args.filter ?? "").replace(/^\w+:/, "");
    return `Hosts: ${JSON.stringify(state.hosts.filter(({ id, apps }) => matchesWords(words, id, ...apps)).map(({ id, ...rest }) => ({ name: id, ...rest })))}`;
  },
  get_active_hosts_count: (state) => ({ total_active: state.hosts.length, total_up: state.hosts.length }),
  mute_host: (state, args: { hostname: string; message?: string; end?: number; override?: boolean }) => {
    const target = hostOf(state, args.hostname);
    if (target.muted && !args.override)
      throw new ServiceError("MCP error -32603: Datadog API error: 400 host is already muted");
    target.muted = true;
    target.mute_end = args.end ?? null;
    target.message = args.message ?? "";
    return {
      status: "success",
      message: `Host ${target.id} has been muted successfully${args.end ? ` until ${new Date(args.end * 1000).toISOString()}` : ""}`,
    };
  },
  unmute_host: (state, args: { hostname: string }) => {
    const target = hostOf(state, args.hostname);
    target.muted = false;
    target.mute_end = null;
    return { status: "success", message: `Host ${target.id} has been unmuted successfully` };
  },
  list_downtimes: (state) => `Listed downtimes:\n${JSON.stringify(state.downtimes)}`,
  schedule_downtime: (
    state,
    args: { scope: string; start?: number; end?: number; message?: string; monitorId?: number },
  ) => {
    const created = {
      id: 5100 + state.downtimes.length,
      scope: args.scope,
      start: args.start ?? null,
      end: args.end ?? null,
      message: args.message ?? "",
      monitorId: args.monitorId ?? null,
    };
    state.downtimes.push(created);
    return `Scheduled downtime: ${JSON.stringify(created)}`;
  },
  cancel_downtime: (state, args: { downtimeId: number }) =>
    `Cancelled downtime with ID: ${remove(state.downtimes, ({ id }) => id === args.downtimeId, "MCP error -32603: Datadog API error: 404").id}`,
  list_dashboards: (state) => state.dashboards,
  get_rum_applications: () => "RUM applications: []",
});
