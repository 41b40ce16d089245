import { defineService, find, matchesWords } from "./service.ts";

const seed = () => ({
  persons: [
    { id: 11, name: "Greta Holm", email: "greta@alpinaclub.example", phone: "+47 55 50 12 12", org_id: 31 },
    { id: 12, name: "Samir Rahman", email: "samir@campgear.example", phone: "", org_id: 32 },
  ],
  organizations: [
    { id: 31, name: "Alpina Club", address: "Bergen" },
    { id: 32, name: "Campgear Ltd", address: "Leeds" },
  ],
  pipelines: [{ id: 1, name: "Wholesale" }],
  stages: [
    { id: 1, name: "Contacted", pipeline_id: 1 },
    { id: 2, name: "Sample sent", pipeline_id: 1 },
    { id: 3, name: "Negotiation", pipeline_id: 1 },
  ],
  deals: [
    {
      id: 201,
      title: "Alpina Club: 120 rope bags",
      value: 8640,
      currency: "EUR",
      stage_id: 3,
      person_id: 11,
      org_id: 31,
      status: "open",
    },
    {
      id: 202,
      title: "Campgear: trial order",
      value: 2150,
      currency: "GBP",
      stage_id: 2,
      person_id: 12,
      org_id: 32,
      status: "open",
    },
    {
      id: 203,
      title: "Alpina Club: winter hire",
      value: 3900,
      currency: "EUR",
      stage_id: 1,
      person_id: 11,
      org_id: 31,
      status: "lost",
    },
  ],
  leads: [{ id: "lead-1", title: "Hotel Fjordblick wants hire bikes" }],
});

const missing = "Error: Request failed with status code 404";

export const pipedrive = defineService("pipedrive", seed, {
  "get-deals": (state) => state.deals,
  "get-deal": (state, args: { dealId: number }) => find(state.deals, ({ id }) => id === args.dealId, missing),
  "search-deals": (state, args: { term: string }) => state.deals.filter(({ title }) => matchesWords(args.term, title)),
  "get-persons": (state) => state.persons,
  "get-person": (state, args: { personId: number }) => find(state.persons, ({ id }) => id === args.personId, missing),
  "search-persons": (state, args: { term: string }) =>
    state.persons.filter(({ name, email }) => matchesWords(args.term, name, email)),
  "get-organizations": (state) => state.organizations,
  "get-organization": (state, args: { organizationId: number }) =>
    find(state.organizations, ({ id }) => id === args.organizationId, missing),
  "search-organizations": (state, args: { term: string }) =>
    state.organizations.filter(({ name, address }) => matchesWords(args.term, name, address)),
  "get-pipelines": (state) => state.pipelines,
  "get-pipeline": (state, args: { pipelineId: number }) =>
    find(state.pipelines, ({ id }) => id === args.pipelineId, missing),
  "get-stages": (state) => state.stages,
  "search-leads": (state, args: { term: string }) => state.leads.filter(({ title }) => matchesWords(args.term, title)),
  "search-all": (state, args: { term: string }) => ({
    deals: state.deals.filter(({ title }) => matchesWords(args.term, title)),
    persons: state.persons.filter(({ name, email }) => matchesWords(args.term, name, email)),
    organizations: state.organizations.filter(({ name }) => matchesWords(args.term, name)),
  }),
});
