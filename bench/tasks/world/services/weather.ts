import { defineService, find, matchesWords, ServiceError } from "./service.ts";

const place = (id: string, country: string, latitude: number, longitude: number, now: string, days: string[]) => ({
  id,
  country,
  latitude,
  longitude,
  now,
  days,
});

/** The forecasts start on 2026-03-11, today in this world. */
const seed = () => ({
  places: [
    place("Bergen", "Norway", 60.39, 5.32, "7 °C, light rain, wind 9 m/s", [
      "7 °C, rain 8 mm",
      "6 °C, heavy rain 22 mm, probability 95 %",
      "8 °C, cloudy, dry",
    ]),
    place("Oslo", "Norway", 59.91, 10.75, "1 °C, clear, wind 2 m/s", [
      "2 °C, sunny",
      "3 °C, sunny, dry",
      "0 °C, snow 3 cm",
    ]),
    place("Porto", "Portugal", 41.15, -8.61, "16 °C, sunny, wind 4 m/s", [
      "17 °C, sunny",
      "18 °C, sunny, dry",
      "15 °C, cloudy",
    ]),
    place("Berlin", "Germany", 52.52, 13.41, "9 °C, cloudy, wind 5 m/s", [
      "9 °C, cloudy",
      "11 °C, cloudy, dry",
      "12 °C, sunny",
    ]),
    place("Munich", "Germany", 48.14, 11.58, "12 °C, sunny, wind 3 m/s", [
      "12 °C, sunny",
      "13 °C, sunny",
      "8 °C, rain 5 mm",
    ]),
  ],
});

type State = ReturnType<typeof seed>;

interface Where {
  latitude?: number;
  longitude?: number;
  location_name?: string;
  city_name?: string;
}

function placeOf(state: State, where: Where) {
  const { latitude, longitude } = where;
  const name = (where.city_name ?? where.location_name ?? "").toLowerCase();
  if (name === "" && (latitude === undefined || longitude === undefined))
    throw new ServiceError("Error: Provide latitude and longitude, or city_name");
  return find(
    state.places,
    (item) =>
      name !== ""
        ? name.includes(item.id.toLowerCase())
        : Math.abs(item.latitude - (latitude ?? 0)) + Math.abs(item.longitude - (longitude ?? 0)) < 0.5,
    `Error: No location found for "${name}"`,
  );
}

const dateOf = (index: number): string =>
  new Date(Date.parse("2026-03-11") + index * 86_400_000).toISOString().slice(0, 10);

const forecast = (state: State, where: Where): string => {
  const { id, days } = placeOf(state, where);
  return [`# Forecast for ${id}`, ...days.map((day, index) => `- ${dateOf(index)}: ${day}`)].join("\n");
};

export const weather = defineService("weather", seed, {
  search_location: (state, args: { query: string }) =>
    state.places
      .filter(({ id }) => matchesWords(id, args.query))
      .map(({ id, country, latitude, longitude }) => ({ name: id, country, latitude, longitude })),
  get_current_conditions: (state, args: Where) => {
    const { id, now } = placeOf(state, args);
    return `# Current conditions in ${id}\n${now}`;
  },
  get_forecast: forecast,
  get_weather_summary: (state, args: Where) =>
    `# Now\n${placeOf(state, args).now}\n\n${forecast(state, args)}\n\nNo alerts.`,
  get_alerts: (state, args: Where) => `No active alerts for ${placeOf(state, args).id}.`,
  check_service_status: () => "NOAA: operational\nOpen-Meteo: operational",
});
