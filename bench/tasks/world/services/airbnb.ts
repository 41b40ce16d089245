import { defineService, find } from "./service.ts";

const listing = (id: string, city: string, name: string, price: number, guests: number, details: string) => ({
  id,
  city,
  name,
  price,
  guests,
  details,
});

const seed = () => ({
  listings: [
    listing(
      "48100231",
      "Porto",
      "Loft above the tile shop",
      92,
      2,
      "Third floor, no lift. Check-in 15:00 to 20:00. Pets are not allowed.",
    ),
    listing(
      "48100417",
      "Porto",
      "Garden room in Bonfim",
      64,
      2,
      "Ground floor with a garden. Check-in from 14:00. Pets are welcome.",
    ),
    listing("48100502", "Porto", "River view apartment", 148, 4, "Two bedrooms. Check-in from 16:00."),
    listing("51220019", "Geilo", "Cabin by the slope", 210, 6, "Sauna, wood stove. Check-in from 16:00."),
  ],
});

interface Search {
  location: string;
  adults?: number;
  minPrice?: number;
  maxPrice?: number;
}

export const airbnb = defineService("airbnb", seed, {
  airbnb_search: (state, args: Search) => ({
    searchUrl: `https://www.airbnb.com/s/${encodeURIComponent(args.location)}/homes`,
    searchResults: state.listings
      .filter(({ city }) => args.location.toLowerCase().includes(city.toLowerCase()))
      .filter(
        ({ price, guests }) =>
          price <= (args.maxPrice ?? Infinity) && price >= (args.minPrice ?? 0) && guests >= (args.adults ?? 1),
      )
      .map(({ id, name, price }) => ({
        id,
        url: `https://www.airbnb.com/rooms/${id}`,
        name,
        price: `€${price} per night`,
      })),
  }),
  airbnb_listing_details: (state, args: { id: string }) =>
    find(state.listings, ({ id }) => id === args.id, '{"error":"Listing not found"}'),
});
