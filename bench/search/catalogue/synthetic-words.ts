/** Words that tool names and descriptions are made of, the common ones first. */
const list = (words: string): readonly string[] => [...new Set(words.trim().split(/\s+/))];

export const verbs = list(`
  get list create update delete search fetch add remove send read write set check find generate start stop upload download
  export import validate convert analyze count copy move rename archive restore publish schedule cancel approve reject
  assign invite share sync merge split filter sort compare preview render translate summarize classify extract encrypt
  verify rotate revoke subscribe enable disable retry resume
`);

export const nouns = list(`
  user file message project event task order account customer document page report team channel invoice payment ticket
  issue comment contact folder repository branch commit product item price image video record table row column query
  index session token key secret policy role permission group member workspace board card list label tag template form
  field response survey campaign audience segment email thread attachment calendar meeting room booking reservation
  flight hotel route location address map place weather forecast alert incident metric log trace dashboard chart widget
  deployment build release pipeline job worker queue topic subscription webhook endpoint domain certificate server
  cluster node pod container volume snapshot backup bucket object database schema migration dataset model prediction
  experiment feature embedding prompt conversation transcript recording note bookmark reminder notification preference
  profile avatar badge score ranking review rating coupon discount cart shipment package warehouse inventory supplier
  contract proposal quote lead deal pipeline stage forecast budget expense receipt refund transaction wallet transfer
  balance portfolio position trade ticker exchange currency rate loan policy claim patient appointment prescription
  diagnosis lab specimen sensor device reading thermostat camera lock light scene automation vehicle trip driver
`);

export const qualifiers = list(`
  recent active archived pending public private shared monthly daily weekly scheduled failed open closed draft final
  default custom external internal primary secondary bulk single nested linked duplicate expired unread overdue upcoming
  historical estimated verified regional global local remote encrypted compressed detailed summary partial complete
`);

export const argumentNames = list(`
  id query limit offset name page filter sort_by fields start_date end_date user_id project_id status type format
  include_deleted cursor page_size parent_id title description content tags url email path language timezone order
  priority owner_id team_id created_after updated_before dry_run force recursive output_format max_results region
  currency amount quantity latitude longitude radius webhook_url callback secret_name version branch commit_sha
`);

export const clauses: readonly string[] = [
  "Returns the full object with all of its fields.",
  "Results are sorted by date, the newest first, and can be paged.",
  "Requires write access to the workspace.",
  "Use this when the identifier is already known.",
  "Supports filtering by status, owner and date range.",
  "The change takes effect immediately and cannot be undone.",
  "Returns an error if the object does not exist or was archived.",
  "Rate limits apply to this operation.",
];

const syllables = list(`
  ka lo mi ra ten vor zu pex lum dra fin go ster qui bel nax tro wen sa hub clo rix ver ado
`);

/** A made-up product name, another one for each number. */
export function nameProduct(number: number): string {
  let name = "";
  let rest = number + syllables.length;
  while (rest > 0) {
    name += syllables[rest % syllables.length] ?? "";
    rest = Math.floor(rest / syllables.length);
  }
  return name;
}
