import { Inject, Injectable } from '@nestjs/common';
import type { EndedTurn, EndHandler } from '../../ends/end-handler';
import { TurnPlaces } from './turn-places';

/** Frees the place of each ended turn, after its usage has been counted. */
@Injectable()
export class PlacesHandler implements EndHandler {
  readonly name = 'places';

  constructor(@Inject(TurnPlaces) private readonly places: TurnPlaces) {}

  ended({ turn }: EndedTurn): Promise<void> {
    return this.places.free(turn.options.key ?? null, turn.id);
  }
}
