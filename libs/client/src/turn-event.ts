import type { TurnEvent as EventData } from './generated/api';

/** What an event says, as the gateway sends it. */
export type { EventData };

/** One event of a turn's log. `id` is what to go on after. */
export type TurnEvent = EventData & { readonly id: string };
