import type { Leased } from '@quarry/lease';

/** Events that a webhook can subscribe to. `webhook.ping` is sent on demand to any webhook. */
export const WEBHOOK_EVENTS = ['turn.finished'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** A subscription of a tenant, as it is stored. */
export interface Webhook {
  /** In the form in which it was checked. */
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  /** For people. */
  readonly description: string;
  /** What deliveries are signed with, `whsec_…`, as the `SecretCipher` stores it: signing needs it. Shown once. */
  readonly secret: string;
  /** Repositories and pipelines of the key that made it: it hears of no turn that the key might not read. Null: all of its tenant. */
  readonly repositories: readonly string[] | null;
  readonly pipelines: readonly string[] | null;
  /** Milliseconds since the epoch of the first failure since the last success; null: the last delivery succeeded, or there was none. */
  readonly failingSince: number | null;
  /** Why nothing is sent any more; null: it is in use. */
  readonly disabled: { readonly at: number; readonly reason: string } | null;
}

/** What the secret of a webhook belongs to, for the cipher. */
export function secretOwner({ tenant, id }: { readonly tenant: string; readonly id: string }): string {
  return JSON.stringify([WEBHOOKS, tenant, id]);
}

/** One try to deliver. */
export interface Attempt {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly ms: number;
  /** HTTP status; null where there was no answer. */
  readonly status: number | null;
  /** Why it counts as failed; null where it succeeded. */
  readonly problem: string | null;
}

/** One message for one webhook, until it is delivered or given up. */
export interface Delivery extends Leased {
  readonly webhook: string;
  readonly event: WebhookEvent | 'webhook.ping';
  readonly turn: string | null;
  /** The body, exactly as it is signed and sent. */
  readonly body: string;
  readonly state: 'open' | 'delivered' | 'failed';
  /** Oldest first. */
  readonly attempts: readonly Attempt[];
  /** Milliseconds since the epoch: not tried earlier. */
  readonly nextAt: number;
}

export const WEBHOOKS = 'webhook';
export const DELIVERIES = 'webhook_delivery';

/** Tag of webhooks that deliveries may wait for. */
export const IN_USE = 'in_use';
/** Tag of deliveries that are over, and kept for a while. */
export const OVER = 'over';

/** Tag of the open deliveries of one webhook: an endpoint that is down for hours does not delay the others. */
export function openTag(webhook: string): string {
  return `open_${webhook}`;
}

/** The tag that a delivery is saved with. */
export function tagOf({ state, webhook }: Delivery): string {
  return state === 'open' ? openTag(webhook) : OVER;
}
