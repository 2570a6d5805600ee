import { SnapshotFolder } from '../snapshot-folder';
import { COUNTERS } from './counters';

/** Child process of the tests: packs and unpacks snapshots in turn until it is killed, and prints each that is done. */
const [folder = '', ...names] = process.argv.slice(2);
void (async () => {
  for (;;) {
    await SnapshotFolder.using(folder, COUNTERS, async (snapshots) => {
      for (const snapshot of names) {
        await snapshots.pack({ repository: 'a', snapshot });
        process.stdout.write(`packed ${snapshot}\n`);
      }
    });
    await SnapshotFolder.using(folder, COUNTERS, (snapshots) => {
      for (const snapshot of names) {
        snapshots.forWriting({ repository: 'a', snapshot });
        process.stdout.write(`unpacked ${snapshot}\n`);
      }
    });
  }
})();
