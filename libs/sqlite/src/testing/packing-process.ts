import fs from 'node:fs';
import { SnapshotFolder } from '../snapshot-folder';
import { COUNTERS } from './counters';

/**
 * Child process of the tests: packs each snapshot, then gives each its own file again. Kills itself before the
 * `killAt`th time, from 1, that it opens, renames or removes a database file.
 */
const [folder = '', killAt = '', ...names] = process.argv.slice(2);

let calls = 0;
function killed<Args extends readonly [file: fs.PathLike, ...rest: unknown[]], Result>(
  call: (...args: Args) => Result,
): (...args: Args) => Result {
  return (...args) => {
    const [file] = args;
    if (String(file).endsWith('.db') && ++calls === Number(killAt)) process.kill(process.pid, 'SIGKILL');
    return call(...args);
  };
}
Object.assign(fs, {
  openSync: killed(fs.openSync),
  renameSync: killed(fs.renameSync),
  rmSync: killed(fs.rmSync),
});

void (async () => {
  await SnapshotFolder.using(folder, COUNTERS, async (snapshots) => {
    for (const snapshot of names) await snapshots.pack({ repository: 'a', snapshot });
  });
  await SnapshotFolder.using(folder, COUNTERS, (snapshots) => {
    for (const snapshot of names) snapshots.forWriting({ repository: 'a', snapshot });
  });
})();
