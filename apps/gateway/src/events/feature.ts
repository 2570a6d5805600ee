import type { Feature } from '../feature';
import { StreamPlaces } from './stream-places';
import { TurnEventsController } from './turn-events.controller';
import { TurnStreams } from './turn-streams';

/** The events of a turn as a stream. */
export const eventsFeature: Feature = {
  providers: [StreamPlaces, TurnStreams],
  controllers: [TurnEventsController],
};
