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
import { LabelRights } from '@quarry/application/labels';
import { CONFIG, type QuarryConfig } from '@quarry/platform';
import { Fault } from '@quarry/turn';
import type { Request } from 'express';
import { credentialOf } from './credential';
import { RateLimits } from './limits/rate-limits';
import { OpenResponses } from './open-responses';
import { fromThisMachine } from './this-machine';

/** An authenticated caller, and whether its credentials are still valid. */
interface Known {
  readonly caller: Caller;
  readonly mayStay: () => Promise<boolean>;
}

/** Authenticates all requests: of routes, dashboards and pages that are not routes. */
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
    @Inject(LabelRights) private readonly labels: LabelRights,
  ) {
    this.configured = new ConfiguredKeys(config);
    this.issuer = new TokenIssuer(config);
    this.host = config.host;
  }

  /**
   * Whether callers need a credential. They do not if the gateway listens on this machine only, no key was ever
   * created, and there is no issuer.
   */
  async isRequired(): Promise<boolean> {
    return !LOOPBACK.has(this.host) || (await this.isSetUp());
  }

  /**
   * Returns the caller if it has the required role. The response is closed when the caller loses its access.
   * @param appliesLabels false: while labels are enforced, only for callers who read everything
   *
   * @throws Fault `unauthorized`, with the same message for every invalid credential; `rate_limited`; `forbidden`;
   * `store_unavailable`, `issuer_unavailable`
   */
  async enter(request: Request, needed: Role = 'reader', appliesLabels = false): Promise<Caller> {
    if (!(await this.isRequired())) return fromThisMachine(request);
    const { caller, mayStay } = await this.known(request);
    await this.rates.take(caller, request);
    if (!hasRole(caller, needed))
      throw new Fault('forbidden', `This needs a key with the role '${needed}'; yours has '${caller.role}'.`);
    if (!appliesLabels && this.labels.isLimited(caller))
      throw new Fault(
        'forbidden',
        'Labels are enforced here, and what this shows is not divided by them: it needs a key that reads everything (`quarry keys create --all-labels`).',
      );
    if (request.res) this.responses.watch(request.res, mayStay);
    return caller;
  }

  /** Returns the caller if its credential is valid, otherwise null. Does not count against the limits of the key. */
  async peek(request: Request): Promise<Caller | null> {
    try {
      return (await this.isRequired()) ? (await this.known(request)).caller : fromThisMachine(request);
    } catch {
      return null;
    }
  }

  /**
   * Refuses to start a gateway that other machines can reach and that no caller could use.
   *
   * @throws Fault `bad_request`
   */
  async checkDoors(): Promise<void> {
    if (LOOPBACK.has(this.host) || (await this.isSetUp())) return;
    throw new Fault(
      'bad_request',
      `Refusing to listen on ${this.host} without API keys: create one with 'quarry keys create', set QUARRY_API_KEYS=key=tenant, or listen on 127.0.0.1.`,
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
      'This gateway requires a valid API key: send the header `Authorization: Bearer <key>`.',
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
