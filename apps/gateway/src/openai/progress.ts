import type { TurnEventBody } from '@quarry/turn';

/**
 * Returns one line about the progress of a turn, for clients that show a model's reasoning; null for an event without
 * meaning to users. It never contains retrieved text.
 */
export function progressOf(event: TurnEventBody): string | null {
  switch (event.type) {
    case 'pass.started':
      return event.message;
    case 'search.made':
      return event.skipped === undefined
        ? `Searched (${event.mode}): ${event.query} → ${event.hits.length} found`
        : `Not searched: ${event.query} (${event.skipped})`;
    case 'need.raised':
      return `Asked for: ${event.text}`;
    case 'need.resolved':
      return `Found: ${event.text}`;
    case 'need.missed':
      return `Not found: ${event.text} (${event.why})`;
    case 'store.away':
      return event.reason;
    case 'turn.suspended':
      return event.message;
    case 'reset':
      return 'This step begins again.';
    default:
      return null;
  }
}
