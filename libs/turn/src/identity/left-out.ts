import { AsyncLocalStorage } from 'node:async_hooks';
import { Fault, type FaultCode } from '../fault/fault';
import type { SnapshotRef } from './ids';
import { shownRepository } from './repository-name';

/** A repository of a set whose store is damaged, so that a read was made without it. */
export interface LeftOut {
  /** Its name without the tenant. */
  readonly repository: string;
  /** The store's own words: what is damaged, and how to repair it. */
  readonly reason: string;
}

/** Repair is needed: waiting does not help. */
const DAMAGE: ReadonlySet<FaultCode> = new Set(['index_damaged', 'index_newer', 'index_missing']);

const noted = new AsyncLocalStorage<Map<string, LeftOut>>();

/**
 * Reads a set of snapshots. If one of them is damaged, all are read alone to find it, and the set is read without it;
 * {@link notingLeftOut} around the call returns its name.
 * @throws what `read` throws, for another reason or if every snapshot is damaged
 */
export async function withoutDamaged<Result>(
  members: readonly SnapshotRef[],
  read: (whole: readonly SnapshotRef[]) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(members);
  } catch (error) {
    if (!isDamage(error) || members.length < 2) throw error;
    const faults = await Promise.all(members.map((member) => damageOf(read, member)));
    const whole = members.filter((_, at) => faults[at] === null);
    if (whole.length === 0 || whole.length === members.length) throw error;
    const result = await read(whole);
    members.forEach(({ repository }, at) => {
      const fault = faults[at];
      if (fault) note({ repository: shownRepository(repository), reason: fault.message });
    });
    return result;
  }
}

/**
 * Runs work, and returns which repositories its reads of sets were made without, each once for each reason.
 *
 * @example
 * const { result, leftOut } = await notingLeftOut(() => index.search(set, queries));
 */
export async function notingLeftOut<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly leftOut: readonly LeftOut[] }> {
  const found = new Map<string, LeftOut>();
  const result = await noted.run(found, work);
  return { result, leftOut: [...found.values()] };
}

/** As in `without the repository 'shop'`. */
export function lackOf({ repository }: LeftOut): string {
  return `without the repository '${repository}'`;
}

function note(one: LeftOut): void {
  noted.getStore()?.set(`${one.repository}\n${one.reason}`, one);
}

async function damageOf(
  read: (whole: readonly SnapshotRef[]) => Promise<unknown>,
  member: SnapshotRef,
): Promise<Fault | null> {
  try {
    await read([member]);
    return null;
  } catch (error) {
    return isDamage(error) ? error : null;
  }
}

function isDamage(error: unknown): error is Fault {
  return error instanceof Fault && DAMAGE.has(error.code);
}
