import type { TurnEvent as EventData } from './generated/api';

/** The content of an event, as the gateway sends it. */
export type { EventData };

/** One event of a turn's log. Continue after its `id`. */
export type TurnEvent = EventData & { readonly id: string };
