import { Fault } from '../fault/fault';
import type { SnapshotRef } from './ids';
import { withoutDamaged } from './left-out';
import { membersOf } from './snapshot-set';

/**
 * A store whose calls about a set go to `reads`: its method of that name, with the members instead of the set. Calls
 * about one snapshot, and those about none, go to the store. A damaged snapshot is left out ({@link withoutDamaged}).
 * @throws Fault `internal` at a call about a set that `reads` lacks, such as a write
 */
export function readingSetsBy<Store extends object>(store: Store, reads: object): Store {
  return new Proxy(store, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const [ref, ...rest] = args;
        const members = isRef(ref) ? membersOf(ref) : null;
        if (!members) return Reflect.apply(member, target, args);
        const read: unknown = Reflect.get(reads, property, reads);
        if (typeof read !== 'function')
          throw new Fault(
            'internal',
            `Several repositories at once cannot be written (${String(property)}).`,
          );
        const readFrom = (whole: readonly SnapshotRef[]): unknown =>
          Reflect.apply(read, reads, [whole, ...rest]);
        const found = readFrom(members);
        if (!(found instanceof Promise)) return found;
        return withoutDamaged(members, async (whole) => (whole === members ? found : readFrom(whole)));
      };
    },
  });
}

function isRef(value: unknown): value is SnapshotRef {
  return typeof value === 'object' && value !== null && 'repository' in value && 'snapshot' in value;
}
