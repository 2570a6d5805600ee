/** Postal codes of the states of the USA: tables have `AK` where questions say `Alaska`. */
export const US_STATES: ReadonlyMap<string, string> = new Map(
  `AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|PR Puerto Rico|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming`
    .split('|')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);

/** Share of a column's values that must be codes for it to be a column of states. */
const MOSTLY = 0.85;

/** Whether the values of a column, each once, are postal codes of states; a country's own names stay as they are. */
export function areStates(values: readonly string[]): boolean {
  return values.length > 2 && values.filter((value) => US_STATES.has(value)).length >= values.length * MOSTLY;
}
