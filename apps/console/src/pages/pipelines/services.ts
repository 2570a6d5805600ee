/** Services in the order of a turn. The index selects the colour of boxes and bars (tokens.css). */
const SERVICES = [
  'gateway',
  'router',
  'retriever',
  'graph-expander',
  'answerer',
  'history-summarizer',
  'loop-guard',
];

/** Class that sets `--series` to the colour of a service. Unknown services have the last colour. */
export function serviceClass(service: string): string {
  const place = SERVICES.indexOf(service);
  return `series-${place === -1 ? SERVICES.length : place + 1}`;
}
