import type { Carrier } from '../carrier';
import { carrierInProcess, type MemoryCarrierOptions } from '../memory/memory-carrier';
import { notAccepted } from './not-accepted';
import { SqliteJournal } from './sqlite-journal';

export interface EmbeddedCarrierOptions extends MemoryCarrierOptions {
  /** The SQLite file that outlives the process; made where it is not there. One process at a time has it. */
  readonly file: string;
}

/**
 * Passes turns on within one process, and notes each accepted turn and each of its hops in a file: the next process on that file goes on where this one stopped,
 * however it stopped. The file is opened by `check()`, or when hops are listened for.
 * @example
 * const carrier = createEmbeddedCarrier({ file: '/var/lib/quarry/carrier.db' });
 * for (const warning of await carrier.check()) console.warn(warning);
 */
export function createEmbeddedCarrier({ file, ...options }: EmbeddedCarrierOptions): Carrier {
  const carrier = carrierInProcess('embedded', options, new SqliteJournal(file, options.clock));
  return {
    ...carrier,
    start: async (turn, entry, key) => {
      try {
        return await carrier.start(turn, entry, key);
      } catch (error) {
        throw notAccepted(error);
      }
    },
  };
}
