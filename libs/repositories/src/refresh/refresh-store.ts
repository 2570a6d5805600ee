import { randomBytes } from 'node:crypto';
import type { RecordStore, StoredRecord } from '@quarry/record-store';
import { INSTALLATION } from '@quarry/record-store';
import { repositoryId } from '../records';

/** Names of the collections in the record store. */
const REFRESHES = 'refresh';
const HOOKS = 'git_hook';
const SCHEDULED = 'scheduled';
const HOUR_MS = 3_600_000;
/** Schedules that are looked at in one poll. */
const MOST_SCHEDULED = 1_000;

/** When a repository is indexed again without a request of its maintainers. */
export interface Refresh {
  /** The tenant that the jobs belong to, and its name for the repository. */
  readonly tenant: string;
  readonly name: string;
  /** From 1; null: not by time. */
  readonly everyHours: number | null;
  /** Time of the next job, in milliseconds since the epoch; null without a schedule. */
  readonly nextAt: number | null;
  /** A webhook of a git server; null without one. */
  readonly hook: GitHook | null;
}

/** The address and the secret of a webhook, as they are stored. */
export interface GitHook {
  readonly id: string;
  /** Encrypted if the installation has keys for it. */
  readonly secret: string;
}

/** The settings of a tenant's repositories for indexing again, in the record store. */
export class RefreshStore {
  constructor(private readonly records: RecordStore) {}

  /** Without a record, nothing is indexed again. */
  async find(tenant: string, name: string): Promise<Refresh> {
    return (await this.stored(tenant, name))?.value ?? { tenant, name, ...NEVER };
  }

  /** The repository of a webhook; null for an unknown id. */
  async ofHook(id: string): Promise<Refresh | null> {
    const at = await this.records.get<Pick<Refresh, 'tenant' | 'name'>>(HOOKS, INSTALLATION, id);
    if (!at) return null;
    const refresh = await this.find(at.value.tenant, at.value.name);
    return refresh.hook?.id === id ? refresh : null;
  }

  /**
   * Saves the settings of a repository. A schedule begins after its first period.
   * @param hook `undefined`: as before; null: none
   */
  async set(
    { tenant, name }: Pick<Refresh, 'tenant' | 'name'>,
    {
      everyHours,
      hook,
      now,
    }: { readonly everyHours: number | null; readonly hook?: GitHook | null; readonly now: number },
  ): Promise<Refresh> {
    for (;;) {
      const before = await this.stored(tenant, name);
      const held = before?.value.hook ?? null;
      const next: Refresh = {
        ...{ tenant, name, everyHours, hook: hook === undefined ? held : hook },
        nextAt: everyHours === null ? null : now + everyHours * HOUR_MS,
      };
      if (next.hook && next.hook.id !== held?.id)
        await this.records.save(hookRecord(next.hook.id, { tenant, name }, now));
      if (!(await this.save(before, next))) continue;
      if (held && held.id !== next.hook?.id) await this.records.delete(HOOKS, INSTALLATION, held.id);
      return next;
    }
  }

  /** The settings whose time has come, of all tenants. */
  async due(now: number): Promise<readonly Refresh[]> {
    const all = await this.records.tagged<Refresh>(REFRESHES, SCHEDULED, MOST_SCHEDULED);
    return all.map(({ value }) => value).filter(({ nextAt }) => nextAt !== null && nextAt <= now);
  }

  /** Moves the time of a schedule on, unless another process has done so. */
  async moveOn(refresh: Refresh, now: number): Promise<void> {
    const before = await this.stored(refresh.tenant, refresh.name);
    if (!before || before.value.nextAt !== refresh.nextAt || before.value.everyHours === null) return;
    await this.save(before, { ...before.value, nextAt: now + before.value.everyHours * HOUR_MS });
  }

  /** Deletes the settings of a repository, and its webhook. */
  async forget(tenant: string, name: string): Promise<void> {
    const before = await this.stored(tenant, name);
    if (before?.value.hook) await this.records.delete(HOOKS, INSTALLATION, before.value.hook.id);
    if (before) await this.records.delete(REFRESHES, tenant, repositoryId(name));
  }

  private stored(tenant: string, name: string): Promise<StoredRecord<Refresh> | null> {
    return this.records.get<Refresh>(REFRESHES, tenant, repositoryId(name));
  }

  private save(before: StoredRecord<Refresh> | null, value: Refresh): Promise<boolean> {
    return this.records.save({
      ...{ collection: REFRESHES, tenant: value.tenant, id: repositoryId(value.name), value },
      ...{ revision: (before?.revision ?? 0) + 1, createdAt: before?.createdAt ?? Date.now() },
      tag: value.everyHours === null ? null : SCHEDULED,
    });
  }
}

/** An address that cannot be guessed. */
export function newHookId(): string {
  return `gh_${randomBytes(18).toString('base64url')}`;
}

const NEVER = { everyHours: null, nextAt: null, hook: null };

function hookRecord(id: string, value: Pick<Refresh, 'tenant' | 'name'>, now: number): StoredRecord {
  return { collection: HOOKS, tenant: INSTALLATION, id, revision: 1, createdAt: now, tag: null, value };
}
