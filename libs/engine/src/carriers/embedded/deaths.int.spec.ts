import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestMicroservice } from '@nestjs/common';
import { pipelineRef } from '@quarry/pipeline';
import { pipeline, step } from '../../testing/play';
import { HopRunner } from '../../hop-runner';
import type { Carrier } from '../carrier';
import { hopController, serve } from '../testing/services';
import { aTurn, mustClaim, target } from '../testing/turns';
import { createEmbeddedCarrier } from './embedded-carrier';

/** The attempts that the end of a process uses up, by its running hops. */
describe('attempts of a hop whose process ends', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarry-deaths-'));
  let made = 0;
  let file: string;
  let carrier: Carrier;
  const apps: INestMicroservice[] = [];

  const start = async (): Promise<void> => {
    carrier = createEmbeddedCarrier({ file, closeMs: 20 });
    await carrier.check();
  };
  const die = async (): Promise<void> => {
    await carrier.close();
    await start();
  };
  beforeEach(async () => {
    file = join(folder, `${made++}`, 'carrier.db');
    await start();
  });
  afterEach(() => carrier.close());
  afterAll(() => rmSync(folder, { recursive: true }));

  const accepted = async (): Promise<string> => {
    const turn = aTurn();
    await carrier.start(turn, target('alpha'));
    return turn.id;
  };

  test('count if it ran alone; after the last one the turn ends', async () => {
    const id = await accepted();
    for (const attempt of [1, 2, 3]) {
      expect((await mustClaim(carrier, id, 0)).attempt).toBe(attempt);
      await die();
    }
    expect(await carrier.claim(id, 0)).toEqual({ kind: 'poison' });
    expect((await carrier.read(id))?.turn.end).toMatchObject({ outcome: 'failed', code: 'poison' });
    await die();
    expect((await carrier.read(id))?.turn.end?.code).toBe('poison');
  });

  test('do not count if others ran at the same time; a hop that kills its process each time is still found', async () => {
    const [poison, ...innocent] = [await accepted(), await accepted(), await accepted()];
    let deaths = 0;
    for (;;) {
      const claim = await carrier.claim(poison, 0);
      if (claim.kind === 'poison') break;
      expect(claim.kind).toBe('claimed');
      for (const id of innocent) {
        const other = await carrier.claim(id, 0);
        // Either may be the cause: suspects run one at a time.
        expect(other.kind).toBe(deaths < 2 ? 'claimed' : 'later');
      }
      await die();
      deaths++;
      expect(deaths).toBeLessThan(10);
    }
    expect(deaths).toBe(5);
    for (const id of innocent) {
      const { attempt, fence } = await mustClaim(carrier, id, 0);
      expect(attempt).toBe(1);
      await carrier.advance(id, 0, fence, { patch: {}, next: target('alpha'), events: [] });
    }
  });

  test('do not count if a stop of the process was requested, however often, whether or not the hop stops', async () => {
    const kept = pipeline([step('alpha_step', 'alpha', {}, { end: true })]);
    await carrier.publish(kept);
    const turn = aTurn({ pipeline: pipelineRef(kept) });
    await carrier.start(turn, target('alpha'));
    const never = new Promise<never>(() => undefined);
    for (const heeds of [true, false, true, false, true]) {
      let begun = (): void => undefined;
      const isBegun = new Promise<void>((resolve) => (begun = resolve));
      const action = { run: () => (begun(), never) };
      const runner = new HopRunner('alpha', carrier, new Map([['alpha_step', action]]));
      apps.push(
        await serve(carrier, [
          hopController('alpha', async (job, context) => {
            if (heeds) context.backInMs = await runner.run(job, null, context.leaving);
            else {
              await mustClaim(carrier, job.t, job.v);
              begun();
              await never;
            }
          }),
        ]),
      );
      await isBegun;
      await carrier.suspend();
      await die();
    }
    expect((await mustClaim(carrier, turn.id, 0)).attempt).toBe(1);
  }, 60_000);
});
