import { defineService } from "./service.ts";

const page = (url: string, title: string, description: string) => ({ id: url, title, description });

const seed = () => ({
  pages: [
    page(
      "https://fjellrenn.example/2026",
      "Fjellrenn 2026: the mountain race",
      "The 31st Fjellrenn takes place on Saturday 13 June 2026 in Geilo. 42 km, start at 08:30.",
    ),
    page("https://fjellrenn.example/history", "History of Fjellrenn", "The first Fjellrenn was run in 1995."),
    page(
      "https://norskregler.example/droner",
      "Drones in national parks",
      "Flying a drone in Rondane national park is forbidden all year.",
    ),
    page(
      "https://textil.example/pfas",
      "PFAS rules for outdoor clothing",
      "From 1 October 2026 jackets with PFAS may no longer be sold in the region.",
    ),
  ],
});

type State = ReturnType<typeof seed>;

const stopWords = new Set([
  "the",
  "and",
  "for",
  "when",
  "what",
  "where",
  "does",
  "how",
  "are",
  "with",
  "from",
  "this",
  "date",
]);

function search(state: State, args: { query: string; count?: number }): unknown {
  const words = args.query
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word.length > 2 && !stopWords.has(word));
  const scored = state.pages
    .map((item) => ({
      item,
      hits: words.filter((word) => `${item.title} ${item.description}`.toLowerCase().includes(word)).length,
    }))
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => b.hits - a.hits);
  if (scored.length === 0) return "No web results found";
  return scored
    .slice(0, args.count ?? 10)
    .map(({ item }) => ({ url: item.id, title: item.title, description: item.description }));
}

export const braveSearch = defineService("brave-search", seed, {
  brave_web_search: search,
  brave_news_search: search,
  brave_llm_context: search,
  brave_local_search: () => "No local results found",
  brave_place_search: () => "No places found",
  brave_video_search: () => "No video results found",
  brave_image_search: () => "No image results found",
});
