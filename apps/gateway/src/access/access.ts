import { Inject, Injectable } from '@nestjs/common';
import {
  type Caller,
  ConfiguredKeys,
  hasRole,
  KnownKeys,
  LOOPBACK,
  type Role,
  TokenIssuer,
} from '@quarry/application/access';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import type { Request } from 'express';
import { credentialOf } from './credential';
import { RateLimits } from './limits/rate-limits';
import { OpenResponses } from './open-responses';
import { fromThisMachine } from './this-machine';

/** Somebody who was let in, and whether he may stay. */
interface Known {
  readonly caller: Caller;
  readonly mayStay: () => Promise<boolean>;
}

/** The one place that decides who asks. Guards, dashboards and pages that are no routes all come here. */
@Injectable()
export class Access {
  private readonly configured: ConfiguredKeys;
  private readonly issuer: TokenIssuer;
  private readonly host: string;

  constructor(
    @Inject(CONFIG) config: QuarryConfig,
    @Inject(KnownKeys) private readonly keys: KnownKeys,
    @Inject(OpenResponses) private readonly responses: OpenResponses,
    @Inject(RateLimits) private readonly rates: RateLimits,
  ) {
    this.configured = new ConfiguredKeys(config);
    this.issuer = new TokenIssuer(config);
    this.host = config.host;
  }

  /** Must callers show a credential? Not on a gateway that listens on this machine alone, where no key was ever made and no issuer is named. */
  async isRequired(): Promise<boolean> {
    return !LOOPBACK.has(this.host) || (await this.isSetUp());
  }

  /**
   * Who asks, if he may do what needs this role. The response is cut off once he no longer may.
   * @throws Fault `unauthorized`, in the same words whatever is wrong with a credential; `rate_limited`; `forbidden`; `store_unavailable`, `issuer_unavailable`
   */
  async enter(request: Request, needed: Role = 'reader'): Promise<Caller> {
    if (!(await this.isRequired())) return fromThisMachine(request);
    const { caller, mayStay } = await this.known(request);
    await this.rates.take(caller, request);
    if (!hasRole(caller, needed))
      throw new Fault('forbidden', `This needs a key with the role '${needed}'; yours has '${caller.role}'.`);
    if (request.res) this.responses.watch(request.res, mayStay);
    return caller;
  }

  /** Who asks, where it is somebody who would be let in; null where not, whatever the reason. Counts nothing against a key. */
  async peek(request: Request): Promise<Caller | null> {
    try {
      return (await this.isRequired()) ? (await this.known(request)).caller : fromThisMachine(request);
    } catch {
      return null;
    }
  }

  /** @throws Fault `bad_request` where the gateway would listen beyond this machine, and nobody could be let in */
  async checkDoors(): Promise<void> {
    if (LOOPBACK.has(this.host) || (await this.isSetUp())) return;
    throw new Fault(
      'bad_request',
      `Refusing to listen on ${this.host} without API keys: make one with 'quarry keys create', set QUARRY_API_KEYS=key=tenant, or listen on 127.0.0.1.`,
    );
  }

  private async isSetUp(): Promise<boolean> {
    return this.configured.exist || this.issuer.exists || (await this.keys.exist());
  }

  private async known(request: Request): Promise<Known> {
    const text = credentialOf(request);
    const known = text === null ? null : await this.rates.guarded(request, text, () => this.find(text));
    if (known) return known;
    throw new Fault(
      'unauthorized',
      'This gateway needs an API key that is in force: send the header `Authorization: Bearer <key>`.',
    );
  }

  private async find(text: string): Promise<Known | null> {
    const configured = this.configured.find(text);
    if (configured) return { caller: configured, mayStay: async () => true };
    const stored = await this.keys.find(text);
    if (stored) return { caller: stored, mayStay: () => this.keys.isInForce(stored.key) };
    const bearer = await this.issuer.find(text);
    return bearer && { caller: bearer.caller, mayStay: async () => Date.now() < bearer.until };
  }
}
