import { defineService, find, remove } from "./service.ts";

const flags = "0f2a6f2b9c8d4kvflags";
const sessions = "0f2a6f2b9c8d4kvsess";

const seed = () => ({
  namespaces: [
    { id: flags, title: "shop-flags" },
    { id: sessions, title: "sessions" },
  ],
  pairs: [
    { id: `${flags}:maintenance_mode`, namespace: flags, key: "maintenance_mode", value: "off" },
    { id: `${flags}:free_shipping_from`, namespace: flags, key: "free_shipping_from", value: "80" },
    { id: `${sessions}:abc`, namespace: sessions, key: "abc", value: "{}" },
  ],
  workers: [{ id: "checkout" }, { id: "nightly-report" }, { id: "image-resizer" }],
  versions: [
    { id: "v-7c1e", script: "checkout", number: 48, created_on: "2026-03-10T17:40:00Z", active: true },
    { id: "v-5b90", script: "checkout", number: 47, created_on: "2026-03-03T09:12:00Z", active: false },
    { id: "v-2a44", script: "checkout", number: 46, created_on: "2026-02-20T11:00:00Z", active: false },
    { id: "v-9911", script: "image-resizer", number: 12, created_on: "2026-01-09T08:00:00Z", active: true },
  ],
  crons: [
    { id: "nightly-report", cron: "30 3 * * *" },
    { id: "image-resizer", cron: "0 */6 * * *" },
  ],
  secrets: [
    { id: "checkout:STRIPE_KEY", script: "checkout", name: "STRIPE_KEY", value: "set" },
    { id: "image-resizer:API_TOKEN", script: "image-resizer", name: "API_TOKEN", value: "set" },
  ],
  variables: [
    { id: "checkout:CURRENCY", script: "checkout", key: "CURRENCY", value: "EUR" },
    { id: "nightly-report:RECIPIENT", script: "nightly-report", key: "RECIPIENT", value: "ops@halden.example" },
  ],
  zones: [
    { id: "zone-halden-shop", name: "halden-shop.example", status: "active" },
    { id: "zone-halden", name: "halden.example", status: "active" },
  ],
  routes: [{ id: "route-1", zone: "zone-halden-shop", pattern: "halden-shop.example/checkout/*", script: "checkout" }],
  buckets: [{ id: "product-photos" }, { id: "backups" }],
  queues: [{ id: "q-mails", name: "mails" }],
});

type State = ReturnType<typeof seed>;

const missing = (what: string): string => `Error: Cloudflare API error: ${what} not found (code 10007)`;
const namespaceOf = (state: State, id: string) =>
  find(state.namespaces, (item) => item.id === id, missing("namespace")).id;
const workerOf = (state: State, name: string) => find(state.workers, ({ id }) => id === name, missing("script")).id;

function setVariable(state: State, script: string, key: string, value: string): void {
  const existing = state.variables.find((item) => item.script === script && item.key === key);
  if (existing) existing.value = value;
  else state.variables.push({ id: `${script}:${key}`, script, key, value });
}

export const cloudflare = defineService("cloudflare", seed, {
  get_kvs: (state) => state.namespaces,
  kv_list: (state, args: { namespaceId: string; prefix?: string }) => {
    const id = namespaceOf(state, args.namespaceId);
    return state.pairs
      .filter(({ namespace, key }) => namespace === id && key.startsWith(args.prefix ?? ""))
      .map(({ key }) => ({ name: key }));
  },
  kv_get: (state, args: { namespaceId: string; key: string }) =>
    find(
      state.pairs,
      (pair) => pair.namespace === namespaceOf(state, args.namespaceId) && pair.key === args.key,
      missing("key"),
    ).value,
  kv_put: (state, args: { namespaceId: string; key: string; value: string }) => {
    const namespace = namespaceOf(state, args.namespaceId);
    const existing = state.pairs.find((pair) => pair.namespace === namespace && pair.key === args.key);
    if (existing) existing.value = args.value;
    else state.pairs.push({ id: `${namespace}:${args.key}`, namespace, key: args.key, value: args.value });
    return "Success";
  },
  kv_delete: (state, args: { namespaceId: string; key: string }) => {
    remove(state.pairs, ({ namespace, key }) => namespace === args.namespaceId && key === args.key, missing("key"));
    return "Success";
  },
  worker_list: (state) => state.workers.map(({ id }) => ({ id, name: id })),
  worker_get: (state, args: { name: string }) =>
    `// ${workerOf(state, args.name)}\nexport default { fetch: () => new Response("ok") };\n`,
  version_list: (state, args: { scriptName: string }) => {
    const script = workerOf(state, args.scriptName);
    return state.versions.filter((version) => version.script === script);
  },
  version_get: (state, args: { scriptName: string; versionId: string }) =>
    find(state.versions, ({ id, script }) => id === args.versionId && script === args.scriptName, missing("version")),
  version_rollback: (state, args: { scriptName: string; versionId: string }) => {
    const wanted = find(
      state.versions,
      ({ id, script }) => id === args.versionId && script === args.scriptName,
      missing("version"),
    );
    for (const version of state.versions.filter(({ script }) => script === wanted.script))
      version.active = version === wanted;
    return `Successfully rolled back ${wanted.script} to version ${wanted.id}`;
  },
  cron_list: (state, args: { scriptName: string }) => {
    const script = workerOf(state, args.scriptName);
    return state.crons.filter(({ id }) => id === script).map(({ cron }) => ({ cron }));
  },
  cron_update: (state, args: { scriptName: string; cronExpression: string }) => {
    const target = find(state.crons, ({ id }) => id === workerOf(state, args.scriptName), missing("cron trigger"));
    target.cron = args.cronExpression;
    return "Successfully updated the CRON trigger";
  },
  cron_create: (state, args: { scriptName: string; cronExpression: string }) => {
    const script = workerOf(state, args.scriptName);
    const existing = state.crons.find(({ id }) => id === script);
    if (existing) existing.cron = args.cronExpression;
    else state.crons.push({ id: script, cron: args.cronExpression });
    return "Successfully created the CRON trigger";
  },
  cron_delete: (state, args: { scriptName: string }) => {
    remove(state.crons, ({ id }) => id === args.scriptName, missing("cron trigger"));
    return "Successfully deleted the CRON trigger";
  },
  secret_list: (state, args: { scriptName: string }) => {
    const worker = workerOf(state, args.scriptName);
    return state.secrets.filter(({ script }) => script === worker).map(({ name }) => ({ name, type: "secret_text" }));
  },
  secret_put: (state, args: { scriptName: string; secretName: string; secretValue: string }) => {
    const script = workerOf(state, args.scriptName);
    const existing = state.secrets.find((secret) => secret.script === script && secret.name === args.secretName);
    if (existing) existing.value = args.secretValue;
    else
      state.secrets.push({
        id: `${script}:${args.secretName}`,
        script,
        name: args.secretName,
        value: args.secretValue,
      });
    return "Success";
  },
  secret_delete: (state, args: { scriptName: string; secretName: string }) => {
    remove(
      state.secrets,
      ({ script, name }) => script === args.scriptName && name === args.secretName,
      missing("secret"),
    );
    return "Success";
  },
  env_var_list: (state, args: { scriptName: string }) => {
    const worker = workerOf(state, args.scriptName);
    return state.variables
      .filter(({ script }) => script === worker)
      .map(({ key, value }) => ({ name: key, text: value }));
  },
  env_var_set: (state, args: { scriptName: string; key: string; value: string }) => {
    setVariable(state, workerOf(state, args.scriptName), args.key, args.value);
    return "Success";
  },
  env_var_bulk_set: (state, args: { scriptName: string; vars: Record<string, string> }) => {
    for (const [key, value] of Object.entries(args.vars))
      setVariable(state, workerOf(state, args.scriptName), key, value);
    return "Success";
  },
  zones_list: (state) => state.zones,
  zones_get: (state, args: { zoneId: string }) => find(state.zones, ({ id }) => id === args.zoneId, missing("zone")),
  route_list: (state, args: { zoneId: string }) => state.routes.filter(({ zone }) => zone === args.zoneId),
  r2_list_buckets: (state) => state.buckets.map(({ id }) => ({ name: id })),
  r2_create_bucket: (state, args: { name: string }) => {
    state.buckets.push({ id: args.name });
    return `Successfully created bucket ${args.name}`;
  },
  queue_list: (state) => state.queues,
  d1_list_databases: () => [],
  domain_list: () => [],
  workflow_list: () => [],
});
