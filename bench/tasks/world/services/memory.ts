import { defineService, find, matchesWords } from "./service.ts";

interface Entity {
  readonly id: string;
  entityType: string;
  observations: string[];
}

interface Relation {
  from: string;
  to: string;
  relationType: string;
}

const entity = (id: string, entityType: string, observations: string[]): Entity => ({ id, entityType, observations });

const seed = () => ({
  entities: [
    entity("Priya Raman", "person", ["Colleague in Oslo", "Plays the cello"]),
    entity("Uncle Bertil", "person", ["Lives in Uppsala", "Shoe size 44", "Turns 70 on 2 May 2026"]),
    entity("Cabin", "place", ["The key hangs behind the barn", "The water is switched off in winter"]),
  ],
  relations: [{ id: "1", from: "Uncle Bertil", to: "Cabin", relationType: "owns" }],
});

type State = ReturnType<typeof seed>;

const show = ({ id, entityType, observations }: Entity) => ({ name: id, entityType, observations });
const graph = (state: State, entities: readonly Entity[]) => ({
  entities: entities.map(show),
  relations: state.relations.filter(({ from, to }) => entities.some(({ id }) => id === from || id === to)),
});

export const memory = defineService("memory", seed, {
  read_graph: (state) => graph(state, state.entities),
  search_nodes: (state, args: { query: string }) =>
    graph(
      state,
      state.entities.filter(({ id, entityType, observations }) =>
        matchesWords(args.query, id, entityType, ...observations),
      ),
    ),
  open_nodes: (state, args: { names: string[] }) =>
    graph(
      state,
      state.entities.filter(({ id }) => args.names.includes(id)),
    ),
  create_entities: (state, args: { entities: { name: string; entityType: string; observations: string[] }[] }) => {
    const added = args.entities
      .filter(({ name }) => !state.entities.some(({ id }) => id === name))
      .map(({ name, entityType, observations }) => entity(name, entityType, observations));
    state.entities.push(...added);
    return added.map(show);
  },
  add_observations: (state, args: { observations: { entityName: string; contents: string[] }[] }) =>
    args.observations.map(({ entityName, contents }) => {
      const { observations } = find(
        state.entities,
        ({ id }) => id === entityName,
        `Entity with name ${entityName} not found`,
      );
      const added = contents.filter((content) => !observations.includes(content));
      observations.push(...added);
      return { entityName, addedObservations: added };
    }),
  delete_observations: (state, args: { deletions: { entityName: string; observations: string[] }[] }) => {
    for (const { entityName, observations } of args.deletions) {
      const target = state.entities.find(({ id }) => id === entityName);
      if (target) target.observations = target.observations.filter((text) => !observations.includes(text));
    }
    return "Observations deleted successfully";
  },
  delete_entities: (state, args: { entityNames: string[] }) => {
    state.entities = state.entities.filter(({ id }) => !args.entityNames.includes(id));
    return "Entities deleted successfully";
  },
  create_relations: (state, args: { relations: Relation[] }) => {
    state.relations.push(
      ...args.relations.map((relation, index) => ({ id: String(state.relations.length + index + 1), ...relation })),
    );
    return args.relations;
  },
});
