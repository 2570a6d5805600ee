import type { Feature } from '../feature';
import { Access } from './access';
import { AccessGuard } from './access.guard';
import { CallerController } from './caller.controller';
import { KeysController } from './keys.controller';
import { RateLimits } from './limits/rate-limits';
import { OpenResponses } from './open-responses';

/** Access control and limits. */
export const accessFeature: Feature = {
  providers: [Access, AccessGuard, OpenResponses, RateLimits],
  controllers: [CallerController, KeysController],
};
