import { defineService, find, matchesWords, ServiceError } from "./service.ts";

type Properties = Record<string, string>;

interface CrmObject {
  readonly id: string;
  readonly type: string;
  properties: Properties;
  associations: string[];
}

const object = (type: string, id: string, properties: Properties, associations: string[] = []): CrmObject => ({
  id,
  type,
  properties,
  associations,
});

const seed = () => ({
  objects: [
    object(
      "contacts",
      "50101",
      {
        firstname: "Lena",
        lastname: "Vogt",
        email: "lena.vogt@northwind.example",
        phone: "+49 30 555 0110",
        jobtitle: "Buyer",
        lifecyclestage: "lead",
      },
      ["60201"],
    ),
    object(
      "contacts",
      "50102",
      {
        firstname: "Paulo",
        lastname: "Reis",
        email: "paulo@reis.example",
        phone: "",
        jobtitle: "Owner",
        lifecyclestage: "customer",
      },
      ["60202"],
    ),
    object("contacts", "50103", {
      firstname: "Lena",
      lastname: "Voight",
      email: "lvoight@other.example",
      phone: "",
      jobtitle: "Intern",
      lifecyclestage: "lead",
    }),
    object("companies", "60201", { name: "Northwind Travel", domain: "northwind.example", city: "Berlin" }, ["50101"]),
    object("companies", "60202", { name: "Reis Surf", domain: "reis.example", city: "Ericeira" }, ["50102"]),
    object(
      "deals",
      "70301",
      { dealname: "Northwind: 40 backpacks", amount: "11800", dealstage: "contractsent", closedate: "2026-03-31" },
      ["50101", "60201"],
    ),
    object(
      "deals",
      "70302",
      { dealname: "Reis Surf: wetsuits", amount: "7300", dealstage: "qualifiedtobuy", closedate: "2026-04-15" },
      ["60202"],
    ),
    object("deals", "70303", {
      dealname: "City of Porto: trail signs",
      amount: "26500",
      dealstage: "closedlost",
      closedate: "2026-02-10",
    }),
  ],
  engagements: [] as {
    id: number;
    type: string;
    text: string;
    contacts: number[];
    companies: number[];
    deals: number[];
  }[],
});

type State = ReturnType<typeof seed>;

interface Filter {
  propertyName: string;
  operator: string;
  value?: string | number | boolean;
  values?: (string | number | boolean)[];
}

const types: Readonly<Record<string, string>> = {
  contact: "contacts",
  company: "companies",
  deal: "deals",
  "0-1": "contacts",
  "0-2": "companies",
  "0-3": "deals",
};
const typeOf = (type: string): string => types[type.toLowerCase()] ?? type.toLowerCase();

const ofType = (state: State, type: string): CrmObject[] => {
  const found = state.objects.filter((item) => item.type === typeOf(type));
  if (found.length === 0) throw new ServiceError(`Error: Unable to infer object type from: ${type}`);
  return found;
};

const show = ({ id, properties }: CrmObject) => ({ id, properties, archived: false });

function holds(properties: Properties, { propertyName, operator, value, values }: Filter): boolean {
  const own = properties[propertyName]?.toLowerCase();
  const wanted = String(value ?? "").toLowerCase();
  const all = (values ?? []).map((text) => String(text).toLowerCase());
  switch (operator) {
    case "EQ":
      return own === wanted;
    case "NEQ":
      return own !== wanted;
    case "CONTAINS_TOKEN":
      return own?.includes(wanted.replaceAll("*", "")) ?? false;
    case "IN":
      return own !== undefined && all.includes(own);
    case "NOT_IN":
      return own === undefined || !all.includes(own);
    case "HAS_PROPERTY":
      return Boolean(own);
    case "NOT_HAS_PROPERTY":
      return !own;
    case "GT":
      return Number(own) > Number(wanted);
    case "GTE":
      return Number(own) >= Number(wanted);
    case "LT":
      return Number(own) < Number(wanted);
    case "LTE":
      return Number(own) <= Number(wanted);
    default:
      throw new ServiceError(`Error: operator ${operator} is not supported`);
  }
}

interface Engagement {
  type: string;
  metadata: { body?: string; subject?: string };
  associations: { contactIds?: number[]; companyIds?: number[]; dealIds?: number[] };
}

export const hubspot = defineService("hubspot", seed, {
  "hubspot-get-user-details": () => ({
    user_id: 4410,
    hub_id: 8127001,
    hub_domain: "halden.example",
    owner_id: 990021,
    uiDomain: "app.hubspot.com",
    scopes: ["crm.objects.contacts.write"],
  }),
  "hubspot-list-objects": (state, args: { objectType: string; limit?: number }) => ({
    results: ofType(state, args.objectType)
      .slice(0, args.limit ?? 100)
      .map(show),
  }),
  "hubspot-search-objects": (
    state,
    args: { objectType: string; query?: string; filterGroups?: { filters: Filter[] }[]; limit?: number },
  ) => {
    const results = ofType(state, args.objectType)
      .filter(({ properties }) => matchesWords(args.query ?? "", ...Object.values(properties)))
      .filter(
        ({ properties }) =>
          !args.filterGroups?.length ||
          args.filterGroups.some(({ filters }) => filters.every((filter) => holds(properties, filter))),
      );
    return { total: results.length, results: results.slice(0, args.limit ?? 10).map(show) };
  },
  "hubspot-batch-read-objects": (state, args: { objectType: string; inputs: { id: string }[] }) => ({
    results: ofType(state, args.objectType)
      .filter(({ id }) => args.inputs.some((input) => input.id === id))
      .map(show),
  }),
  "hubspot-batch-create-objects": (
    state,
    args: { objectType: string; inputs: { properties: Properties; associations?: { to: { id: string } }[] }[] },
  ) => ({
    results: args.inputs.map(({ properties, associations }) => {
      const created = object(
        typeOf(args.objectType),
        String(80_000 + state.objects.length),
        properties,
        (associations ?? []).map(({ to }) => to.id),
      );
      state.objects.push(created);
      return show(created);
    }),
  }),
  "hubspot-batch-update-objects": (
    state,
    args: { objectType: string; inputs: { id: string; properties: Properties }[] },
  ) => {
    const targets = args.inputs.map(({ id, properties }) => ({
      target: find(
        ofType(state, args.objectType),
        (item) => item.id === id,
        `Error: HubSpot API Error: object ${id} not found`,
      ),
      properties,
    }));
    for (const { target, properties } of targets)
      Object.assign(
        target.properties,
        Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, String(value)])),
      );
    return { status: "COMPLETE", results: targets.map(({ target }) => show(target)) };
  },
  "hubspot-list-associations": (state, args: { objectType: string; objectId: string; toObjectType: string }) => {
    const from = find(
      state.objects,
      ({ id }) => id === args.objectId,
      `Error: HubSpot API Error: object ${args.objectId} not found`,
    );
    const targets = ofType(state, args.toObjectType).filter(
      ({ id, associations }) => from.associations.includes(id) || associations.includes(from.id),
    );
    return { results: targets.map(({ id }) => ({ toObjectId: id })) };
  },
  "hubspot-list-properties": (state, args: { objectType: string }) => ({
    results: [...new Set(ofType(state, args.objectType).flatMap(({ properties }) => Object.keys(properties)))].map(
      (name) => ({ name, label: name, type: "string" }),
    ),
  }),
  "hubspot-get-property": (state, args: { objectType: string; propertyName: string }) => {
    ofType(state, args.objectType);
    const stages = [
      "appointmentscheduled",
      "qualifiedtobuy",
      "presentationscheduled",
      "decisionmakerboughtin",
      "contractsent",
      "closedwon",
      "closedlost",
    ];
    return args.propertyName === "dealstage"
      ? { name: "dealstage", type: "enumeration", options: stages.map((value) => ({ label: value, value })) }
      : { name: args.propertyName, type: "string" };
  },
  "hubspot-create-engagement": (state, args: Engagement) => {
    const created = {
      id: 91_000 + state.engagements.length,
      type: args.type,
      text: [args.metadata.subject, args.metadata.body].filter(Boolean).join("\n"),
      contacts: args.associations.contactIds ?? [],
      companies: args.associations.companyIds ?? [],
      deals: args.associations.dealIds ?? [],
    };
    state.engagements.push(created);
    return { engagement: created };
  },
  "hubspot-get-schemas": () => ({ results: [] }),
  "hubspot-list-workflows": () => ({ results: [] }),
});
