import { eventTable } from './event-table';

/** Description of the event stream, for the OpenAPI page. */
export const EVENT_LOG = [
  'Everything from the beginning, then live, until `turn.finished`. Ids grow; send the last one seen as `Last-Event-ID` ' +
    '(an `EventSource` does so by itself) and exactly the rest comes, from whichever gateway answers. After the last event the ' +
    'answer is 204, which tells an `EventSource` to stop. Lines that begin with `:` are signs of life.',
  '',
  'The schema of each event is among the schemas below, and by itself at `GET /v1/events/schema.json`.',
  '',
  ...eventTable(),
].join('\n');
