import type { Turn } from '@quarry/turn';
import { mayUsePipeline, type Caller } from '../access/caller';
import type { LabelRights } from '../labels/label-rights';
import { mayReadTurn } from '../turns/may-read-turn';
import type { Webhook } from './webhook';

/** Whether a webhook may be notified of a turn: its creator's key may read it, and labels do not limit its creator. */
export function mayHear(
  { repositories, pipelines, readsEverything }: Webhook,
  turn: Turn,
  labels: LabelRights,
): boolean {
  const maker: Caller = {
    ...{ tenant: turn.tenant, key: null, role: 'reader', repositories, pipelines },
    ...(readsEverything === true ? { clearance: 'all' } : {}),
  };
  if (labels.isLimited(maker) || !mayReadTurn(maker, turn)) return false;
  return mayUsePipeline(maker, turn.pipeline.slice(0, turn.pipeline.lastIndexOf('@')));
}
