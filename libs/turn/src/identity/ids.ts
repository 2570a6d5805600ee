import { randomBytes } from 'node:crypto';

/** Identity of a graph node, `qualified.name|KIND`, e.g. `csharp:MyApp.InvoiceService|TYPE`, `dbo.Invoice|TABLE` (003 §5.1). */
export type NodeKey = string;

/**
 * A new turn id: 26 lower-case characters, time-ordered, never all digits and without `:`,
 * because it becomes part of a BullMQ job id, which may be neither.
 */
export function newTurnId(now: number = Date.now()): string {
  return `t${now.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`;
}

/** Which built index: a repository's name and one of its snapshots (003 `repository`, `active_index`). */
export interface SnapshotRef {
  readonly repository: string;
  readonly snapshot: string;
}
