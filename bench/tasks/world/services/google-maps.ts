import { defineService, find } from "./service.ts";

const place = (
  place_id: string,
  name: string,
  formatted_address: string,
  lat: number,
  lng: number,
  details: { elevation: number; phone?: string; hours?: string; rating?: number },
) => ({
  id: place_id,
  name,
  formatted_address,
  lat,
  lng,
  ...details,
});

const seed = () => ({
  places: [
    place("ChIJ-oslo-office", "Halden Oslo", "Torggata 12, 0181 Oslo, Norway", 59.914, 10.752, { elevation: 12 }),
    place("ChIJ-gardermoen", "Oslo Airport Gardermoen", "2060 Gardermoen, Norway", 60.197, 11.1, { elevation: 208 }),
    place("ChIJ-storvatn", "Hut Storvatn", "Storvatn, 3580 Geilo, Norway", 60.501, 8.12, {
      elevation: 1187,
      phone: "+47 32 55 01 90",
      hours: "June to September",
      rating: 4.8,
    }),
    place("ChIJ-kaffe-nord", "Kaffe Nord", "Torggata 20, 0183 Oslo, Norway", 59.915, 10.754, {
      elevation: 13,
      phone: "+47 22 55 01 44",
      hours: "Mon to Fri 07:00 to 17:00, Sat 09:00 to 16:00, Sun closed",
      rating: 4.6,
    }),
    place("ChIJ-kaffe-sor", "Kaffe Sør", "Youngs gate 3, 0181 Oslo, Norway", 59.913, 10.75, {
      elevation: 11,
      phone: "+47 22 55 07 71",
      hours: "Daily 08:00 to 20:00",
      rating: 4.1,
    }),
    place("ChIJ-porto-office", "Halden Porto", "Rua das Flores 88, Porto, Portugal", 41.143, -8.614, { elevation: 70 }),
  ],
  routes: [
    {
      id: "oslo>gardermoen",
      from: "oslo",
      to: "gardermoen",
      driving: ["49.2 km", "43 mins"],
      transit: ["50 km", "23 mins"],
    },
    {
      id: "oslo>storvatn",
      from: "oslo",
      to: "storvatn",
      driving: ["238 km", "3 hours 52 mins"],
      transit: ["231 km", "4 hours 40 mins"],
    },
    {
      id: "gardermoen>storvatn",
      from: "gardermoen",
      to: "storvatn",
      driving: ["251 km", "3 hours 58 mins"],
      transit: ["262 km", "5 hours 10 mins"],
    },
  ],
});

type State = ReturnType<typeof seed>;

const words = (text: string): string => text.toLowerCase();

function placesFor(state: State, query: string) {
  const asked = words(query)
    .split(/[\s,]+/)
    .filter((word) => word.length > 2);
  const scored = state.places.map((item) => ({
    item,
    hits: asked.filter((word) => words(`${item.name} ${item.formatted_address}`).includes(word)).length,
  }));
  return scored
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => b.hits - a.hits)
    .map(({ item }) => item);
}

/** The end of a route that an address, a place id or coordinates name. */
function stopOf(state: State, text: string): string {
  const [lat, lng] = text.split(",").map(Number);
  const near = state.places.find((item) => Math.abs(item.lat - (lat ?? 0)) + Math.abs(item.lng - (lng ?? 0)) < 0.05);
  const name = (near?.id ?? text).toLowerCase();
  if (/gardermoen|airport/.test(name)) return "gardermoen";
  if (name.includes("storvatn")) return "storvatn";
  return /oslo|torggata/.test(name) ? "oslo" : name;
}

function route(state: State, origin: string, destination: string, mode: string | undefined) {
  const [from, to] = [stopOf(state, origin), stopOf(state, destination)];
  const found = state.routes.find((item) => [item.from, item.to].includes(from) && [item.from, item.to].includes(to));
  const [distance, duration] = (mode === "transit" ? found?.transit : found?.driving) ?? [];
  if (distance === undefined || from === to) return { status: "ZERO_RESULTS" };
  return { status: "OK", distance: { text: distance }, duration: { text: duration } };
}

const location = ({ lat, lng }: { lat: number; lng: number }) => ({ lat, lng });

export const googleMaps = defineService("google-maps", seed, {
  maps_geocode: (state, args: { address: string }) => {
    const best = find(placesFor(state, args.address), () => true, "Geocoding failed: ZERO_RESULTS");
    return { location: location(best), formatted_address: best.formatted_address, place_id: best.id };
  },
  maps_reverse_geocode: (state, args: { latitude: number; longitude: number }) => {
    const near = find(
      state.places,
      ({ lat, lng }) => Math.abs(lat - args.latitude) + Math.abs(lng - args.longitude) < 0.05,
      "Reverse geocoding failed: ZERO_RESULTS",
    );
    return { formatted_address: near.formatted_address, place_id: near.id };
  },
  maps_search_places: (state, args: { query: string }) => ({
    places: placesFor(state, args.query).map((item) => ({
      name: item.name,
      formatted_address: item.formatted_address,
      location: location(item),
      place_id: item.id,
      rating: item.rating,
    })),
  }),
  maps_place_details: (state, args: { place_id: string }) => {
    const {
      id,
      phone,
      hours,
      elevation: _elevation,
      ...rest
    } = find(state.places, (item) => item.id === args.place_id, "Place details request failed: NOT_FOUND");
    return { place_id: id, formatted_phone_number: phone, opening_hours: hours, ...rest };
  },
  maps_distance_matrix: (state, args: { origins: string[]; destinations: string[]; mode?: string }) => ({
    origin_addresses: args.origins,
    destination_addresses: args.destinations,
    results: args.origins.map((from) => ({
      elements: args.destinations.map((to) => route(state, from, to, args.mode)),
    })),
  }),
  maps_directions: (state, args: { origin: string; destination: string; mode?: string }) => ({
    routes: [{ summary: "E16", ...route(state, args.origin, args.destination, args.mode) }],
  }),
  maps_elevation: (state, args: { locations: { latitude: number; longitude: number }[] }) => ({
    results: args.locations.map(({ latitude, longitude }) => {
      const near = find(
        state.places,
        ({ lat, lng }) => Math.abs(lat - latitude) + Math.abs(lng - longitude) < 0.05,
        "Elevation request failed: DATA_NOT_AVAILABLE",
      );
      return { elevation: near.elevation, location: location(near), resolution: 9.5 };
    }),
  }),
});
