import { OidcSignIn } from '@quarry/application/access';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import type { Feature } from '../feature';
import { Access } from './access';
import { AccessGuard } from './access.guard';
import { CallerController } from './caller.controller';
import { KeysController } from './keys.controller';
import { RateLimits } from './limits/rate-limits';
import { OpenResponses } from './open-responses';
import { SignInController } from './sign-in.controller';

/** Access control and limits. */
export const accessFeature: Feature = {
  providers: [
    ...[Access, AccessGuard, OpenResponses, RateLimits],
    {
      provide: OidcSignIn,
      useFactory: (config: QuarryConfig) => new OidcSignIn(config),
      inject: [CONFIG],
    },
  ],
  controllers: [CallerController, KeysController, SignInController],
};
