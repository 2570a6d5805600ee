/** Services in the order of a turn; the place is the colour of their boxes and bars (tokens.css). */
const SERVICES = [
  'gateway',
  'router',
  'retriever',
  'graph-expander',
  'answerer',
  'history-summarizer',
  'loop-guard',
];

/** Class that sets the colour `--series` to that of a service; any other service has that of the last. */
export function serviceClass(service: string): string {
  const place = SERVICES.indexOf(service);
  return `series-${place === -1 ? SERVICES.length : place + 1}`;
}
