import { OidcSignIn, SignInSessions } from '@quarry/application/access';
import { CONFIG, RECORD_STORE, type QuarryConfig } from '@quarry/platform';
import type { RecordStore } from '@quarry/record-store';
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
    {
      provide: SignInSessions,
      useFactory: (records: RecordStore, oidc: OidcSignIn, { secretsKeys }: QuarryConfig) =>
        new SignInSessions(records, oidc, secretsKeys),
      inject: [RECORD_STORE, OidcSignIn, CONFIG],
    },
  ],
  controllers: [CallerController, KeysController, SignInController],
};
