import { airbnb } from "./airbnb.ts";
import { airtable } from "./airtable.ts";
import { asana } from "./asana.ts";
import { braveSearch } from "./brave-search.ts";
import { cloudflare } from "./cloudflare.ts";
import { datadog } from "./datadog.ts";
import { deepl } from "./deepl.ts";
import { discord } from "./discord.ts";
import { figma } from "./figma.ts";
import { filesystem } from "./filesystem.ts";
import { github } from "./github.ts";
import { gitlab } from "./gitlab.ts";
import { gmail } from "./gmail.ts";
import { googleCalendar } from "./google-calendar.ts";
import { googleDrive } from "./google-drive.ts";
import { googleMaps } from "./google-maps.ts";
import { harvest } from "./harvest.ts";
import { hubspot } from "./hubspot.ts";
import { jira } from "./jira.ts";
import { linear } from "./linear.ts";
import { memory } from "./memory.ts";
import { notion } from "./notion.ts";
import { pipedrive } from "./pipedrive.ts";
import { playwright } from "./playwright.ts";
import { postgres } from "./postgres.ts";
import { rollbar } from "./rollbar.ts";
import type { Service } from "./service.ts";
import { shopify } from "./shopify.ts";
import { slack } from "./slack.ts";
import { stripe } from "./stripe.ts";
import { todoist } from "./todoist.ts";
import { trello } from "./trello.ts";
import { weather } from "./weather.ts";
import { ynab } from "./ynab.ts";

/** The services of the world. The order has no meaning. */
export const services = [
  airbnb,
  airtable,
  asana,
  braveSearch,
  cloudflare,
  datadog,
  deepl,
  discord,
  figma,
  filesystem,
  github,
  gitlab,
  gmail,
  googleCalendar,
  googleDrive,
  googleMaps,
  harvest,
  hubspot,
  jira,
  linear,
  memory,
  notion,
  pipedrive,
  playwright,
  postgres,
  rollbar,
  shopify,
  slack,
  stripe,
  todoist,
  trello,
  weather,
  ynab,
] as unknown as readonly Service[];
