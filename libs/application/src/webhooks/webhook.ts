import type { Leased } from '@quarry/lease';

/** Events that a webhook can subscribe to. `webhook.ping` is sent on demand to any webhook. */
export const WEBHOOK_EVENTS = ['turn.finished', 'answer.stale'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** A tenant's subscription, as stored. */
export interface Webhook {
  /** In the normalised form that was checked. */
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** Human-readable. */
  readonly description: string;
  /** Signing key `whsec_…`, as `SecretCipher` stores it, because signing needs it. Shown once. */
  readonly secret: string;
  /**
   * Repositories and pipelines of the creator's key: the webhook is notified only of turns that the key may read. Null:
   * all of its tenant.
   */
  readonly repositories: readonly string[] | null;
  readonly pipelines: readonly string[] | null;
  /** True if labels did not limit the creator. Otherwise nothing is sent while labels are enforced. */
  readonly readsEverything?: boolean;
  /**
   * Time of the first failure since the last success, in milliseconds since the epoch. Null if the last delivery
   * succeeded or there was no delivery.
   */
  readonly failingSince: number | null;
  /** Why nothing is sent any more; null if the webhook is in use. */
  readonly disabled: { readonly at: number; readonly reason: string } | null;
}

/** The owner of a webhook's secret, for the cipher. */
export function secretOwner({ tenant, id }: { readonly tenant: string; readonly id: string }): string {
  return JSON.stringify([WEBHOOKS, tenant, id]);
}

/** One attempt to deliver. */
export interface Attempt {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly ms: number;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Why it failed; null if it succeeded. */
  readonly problem: string | null;
}

/** One message for one webhook, until it is delivered or given up. */
export interface Delivery extends Leased {
  readonly webhook: string;
  readonly event: WebhookEvent | 'webhook.ping';
  readonly turn: string | null;
  /** The body, exactly as signed and sent. */
  readonly body: string;
  readonly state: 'open' | 'delivered' | 'failed';
  /** Oldest first. */
  readonly attempts: readonly Attempt[];
  /** Not attempted before this time, in milliseconds since the epoch. */
  readonly nextAt: number;
}

export const WEBHOOKS = 'webhook';
export const DELIVERIES = 'webhook_delivery';

/** Tag of webhooks that may have waiting deliveries. */
export const IN_USE = 'in_use';
/** Tag of ended deliveries, which are kept for a while. */
export const OVER = 'over';

/** Tag of the open deliveries of one webhook, so that an endpoint that is down for hours does not delay others. */
export function openTag(webhook: string): string {
  return `open_${webhook}`;
}

/** The tag under which a delivery is saved. */
export function tagOf({ state, webhook }: Delivery): string {
  return state === 'open' ? openTag(webhook) : OVER;
}
