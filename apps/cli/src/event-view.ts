import type { TurnEvent } from '@quarry/turn';

/** A view of a turn's log on stderr, event by event. */
export interface EventView {
  /** The text for one event, without the last line break; null for an event that the view leaves out. */
  render(event: TurnEvent): string | null;
  /** The progress line after this event; null if it does not change. */
  progress(event: TurnEvent): string | null;
}
