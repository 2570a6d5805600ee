import { createRequire } from 'node:module';
import { Fault } from '@quarry/turn';

/** The only BullMQ whose internal script this carrier knows; the contract test must pass before it is changed. */
export const BULLMQ_VERSION = '6.7.0';

/** @throws Fault `setup_failed` for any other version. */
export function assertBullmqVersion(version: string): void {
  if (version === BULLMQ_VERSION) return;
  throw new Fault(
    'setup_failed',
    `Quarry adds jobs by a script that is internal to BullMQ ${BULLMQ_VERSION}, but BullMQ ${version} is installed. ` +
      `Run 'npm install --save-exact bullmq@${BULLMQ_VERSION}'.`,
  );
}

/** The Lua text by which BullMQ adds a job without delay or priority: 9 keys, 3 arguments. */
export function addStandardJob(): string {
  const load = createRequire(require.resolve('bullmq'));
  assertBullmqVersion((load('../../package.json') as { version: string }).version);
  const script = load('./scripts/addStandardJob-9.js') as { addStandardJob: { content: string } };
  return script.addStandardJob.content;
}
