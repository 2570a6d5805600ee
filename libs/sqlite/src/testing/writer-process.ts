import { openDatabase } from '../open-database';
import { COUNTERS } from './counters';

/**
 * Child process of the tests: commits numbered pairs of rows until it is killed, and prints each number once it is
 * stored.
 */
const [file = '', most = '0'] = process.argv.slice(2);
const database = openDatabase(file, COUNTERS);
for (let n = 1; n <= Number(most); n++) {
  const stored = database.write((sql) => {
    const { next } = sql.get<{ next: number }>('SELECT coalesce(max(n), 0) + 1 AS next FROM pair') ?? {
      next: 1,
    };
    sql.run('INSERT INTO pair VALUES (?, ?, ?)', [next, 'left', 'x'.repeat(2_000)]);
    sql.run('INSERT INTO pair VALUES (?, ?, ?)', [next, 'right', 'y'.repeat(2_000)]);
    return next;
  });
  process.stdout.write(`${stored}\n`);
}
database.close();
