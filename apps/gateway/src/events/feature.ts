import type { Feature } from '../feature';
import { StreamPlaces } from './stream-places';
import { TurnEventsController } from './turn-events.controller';
import { TurnStreams } from './turn-streams';

/** The log of a turn as a stream of typed events. */
export const eventsFeature: Feature = {
  providers: [StreamPlaces, TurnStreams],
  controllers: [TurnEventsController],
};
