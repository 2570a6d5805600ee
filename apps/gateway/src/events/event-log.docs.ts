import { eventTable } from './event-table';

/** Description of the event stream, for the OpenAPI page. */
export const EVENT_LOG = [
  'Sends all past events, then live events until `turn.finished`. Ids increase. Send the last received id as `Last-Event-ID` ' +
    '(an `EventSource` does so automatically) to receive exactly the remaining events, from any gateway. After the last event ' +
    'the response is 204, which tells an `EventSource` to stop. Lines that start with `:` are keep-alive comments.',
  '',
  'The schemas of the events are listed below, and at `GET /v1/events/schema.json`.',
  '',
  ...eventTable(),
].join('\n');
