import type { Feature } from '../feature';
import { Access } from './access';
import { KeyDesk } from './key-desk';
import { KeysController } from './keys.controller';
import { KnownKeys } from './known-keys';
import { DayBudgets } from './limits/day-budgets';
import { RateLimits } from './limits/rate-limits';
import { PlacesHandler } from './limits/places.handler';
import { TurnPlaces } from './limits/turn-places';
import { UsageDesk } from './limits/usage-desk';
import { UsageHandler } from './limits/usage.handler';
import { OpenResponses } from './open-responses';

/** Who may ask what, and how much of it. */
export const accessFeature: Feature = {
  providers: [
    Access,
    KeyDesk,
    KnownKeys,
    OpenResponses,
    RateLimits,
    DayBudgets,
    TurnPlaces,
    UsageDesk,
    UsageHandler,
    PlacesHandler,
  ],
  controllers: [KeysController],
};
