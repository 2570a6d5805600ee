import type { Carrier } from '../carrier';
import { carrierInProcess, type MemoryCarrierOptions } from '../memory/memory-carrier';
import { notAccepted } from './not-accepted';
import { SqliteJournal } from './sqlite-journal';

export interface EmbeddedCarrierOptions extends MemoryCarrierOptions {
  /**
   * The SQLite file that outlives the process; created if it does not exist. Only one process at a time can open it.
   */
  readonly file: string;
}

/**
 * Transports turns within one process, and records each accepted turn and each of its hops in a file. The next process
 * on that file resumes them, however this one stopped. `check()`, or listening for hops, opens the file.
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
