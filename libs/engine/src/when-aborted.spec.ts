import { whenAborted } from './when-aborted';

test('every remaining listener is called once, and Node warns of none', async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error): void => void warnings.push(warning);
  process.on('warning', hear);
  const stop = new AbortController();
  const called: number[] = [];
  const ends = Array.from({ length: 100 }, (_, n) => whenAborted(stop.signal, () => called.push(n)));
  ends.forEach((end, n) => {
    if (n % 2 === 1) end();
  });
  stop.abort();
  stop.abort();
  await new Promise(setImmediate);
  process.off('warning', hear);
  expect(called).toEqual(Array.from({ length: 50 }, (_, n) => 2 * n));
  expect(warnings).toEqual([]);
});

test('an aborted signal calls at once', () => {
  let called = 0;
  whenAborted(AbortSignal.abort(), () => called++)();
  expect(called).toBe(1);
});
