import type { CompiledPipeline } from '@quarry/pipeline';
import {
  aTurn,
  collect,
  mustClaim,
  target,
  types,
  type CarrierFactory,
  type CarrierUnderTest,
} from './testing/turns';

/** The gateway's side: start, read, cancel, recent, pipelines. */
export function doorConformance(create: CarrierFactory): void {
  describe('the door', () => {
    let under: CarrierUnderTest;
    beforeAll(async () => {
      under = await create();
    });
    afterAll(() => under.dispose());

    test('reports that it accepts turns', async () => {
      const warnings = await under.carrier.check();
      expect(warnings.every((warning) => warning.length > 0)).toBe(true);
    });

    test('accepts a turn once under one id', async () => {
      const turn = aTurn();
      expect(await under.carrier.start(turn, target('alpha'))).toEqual({ turnId: turn.id, existing: false });
      expect(await under.carrier.start(turn, target('alpha'))).toEqual({ turnId: turn.id, existing: true });
      expect(await under.carrier.read(turn.id)).toEqual({ turn, v: 0, at: 'alpha_step', status: 'running' });
    });

    test('returns the first turn for the same key of the same tenant, and only for that', async () => {
      const key = 'key: {with} odd characters \u{1F600} \ud800';
      const [first, second, other] = [aTurn(), aTurn(), aTurn({ tenant: 'globex' })];
      await under.carrier.start(first, target('alpha'), key);
      expect(await under.carrier.start(second, target('alpha'), key)).toEqual({
        turnId: first.id,
        existing: true,
      });
      expect(await under.carrier.read(second.id)).toBeNull();
      expect(await under.carrier.begunWith(first.tenant, key)).toBe(first.id);
      expect(await under.carrier.begunWith(other.tenant, key)).toBeNull();
      expect(await under.carrier.start(other, target('alpha'), key)).toMatchObject({ existing: false });
      expect(await under.carrier.begunWith(other.tenant, key)).toBe(other.id);
    });

    test('distinguishes tenants and keys that are equal when joined', async () => {
      await under.carrier.start(aTurn({ tenant: 'a:b' }), target('alpha'), 'c');
      expect(await under.carrier.start(aTurn({ tenant: 'a' }), target('alpha'), 'b:c')).toMatchObject({
        existing: false,
      });
    });

    test('starts a turn once when many copies are sent at the same time', async () => {
      const turn = aTurn();
      const replies = await Promise.all(
        Array.from({ length: 10 }, () => under.carrier.start(turn, target('alpha'), 'again')),
      );
      expect(replies.filter((reply) => !reply.existing)).toHaveLength(1);
      expect(new Set(replies.map((reply) => reply.turnId))).toEqual(new Set([turn.id]));
    });

    test.each(['', 'a:b', '{x}', 'a b', 'x'.repeat(65)])('refuses the turn id %j', async (id) => {
      await expect(under.carrier.start(aTurn({ id }), target('alpha'))).rejects.toMatchObject({
        code: 'bad_request',
      });
    });

    test('refuses a turn above the size limit', async () => {
      const question = { original: 'x'.repeat(1024 * 1024), isEnglish: true, english: null };
      await expect(under.carrier.start(aTurn({ question }), target('alpha'))).rejects.toMatchObject({
        code: 'turn_too_large',
      });
    });

    test('preserves any text', async () => {
      const original = 'naïve “quotes” \u0000 \n {json: "not"} 質問 \u{1F600} </script> ${x}';
      const turn = aTurn({ question: { original, isEnglish: false, english: null } });
      await under.carrier.start(turn, target('alpha'));
      expect((await under.carrier.read(turn.id))?.turn.question.original).toBe(original);
    });

    test('does not know a turn that was never started', async () => {
      for (const id of ['tnever', '', 'a:b{c}']) {
        expect(await under.carrier.read(id)).toBeNull();
        expect(await under.carrier.cancel(id)).toBe(false);
        expect(await collect(under.carrier.events(id))).toEqual([]);
      }
    });

    test('cancels a running turn once, and notifies every follower', async () => {
      const turn = aTurn();
      await under.carrier.start(turn, target('alpha'));
      const { fence } = await mustClaim(under.carrier, turn.id, 0);
      const follower = collect(under.carrier.events(turn.id));
      expect(await under.carrier.read(turn.id)).not.toHaveProperty('endedAt');
      expect(await under.carrier.cancel(turn.id)).toBe(true);
      expect(await under.carrier.cancel(turn.id)).toBe(false);
      const events = await follower;
      expect(types(events)).toEqual(['turn.started', 'turn.finished']);
      expect(await under.carrier.read(turn.id)).toMatchObject({
        status: 'ended',
        // As its log has it, so that the archive says the same.
        endedAt: events.at(-1)?.at,
        turn: { end: { outcome: 'cancelled' } },
      });
      expect(await under.carrier.emit(turn.id, 0, fence, 1, { type: 'answer.delta', text: 'x' })).toBe(
        'superseded',
      );
      const result = { patch: {}, next: target('beta'), events: [] };
      expect(await under.carrier.advance(turn.id, 0, fence, result)).toBe('terminal');
      expect(await under.carrier.claim(turn.id, 0)).toEqual({ kind: 'terminal' });
    });

    test('lists the turns of one tenant, newest first', async () => {
      const tenant = 'tenant of: {lists}';
      const turns = [1, 2, 3].map((n) => aTurn({ tenant, askedAt: Date.now() + n }));
      for (const turn of turns) await under.carrier.start(turn, target('alpha'));
      const ids = async (limit: number): Promise<string[]> =>
        (await under.carrier.recent(tenant, limit)).map((view) => view.turn.id);
      expect(await ids(10)).toEqual(turns.map((turn) => turn.id).reverse());
      expect(await ids(2)).toEqual([turns[2]?.id, turns[1]?.id]);
      expect(await ids(0)).toEqual([]);
      expect(await under.carrier.recent('unknown-tenant', 10)).toEqual([]);
    });

    test('lists on request only turns that run or are not settled', async () => {
      const tenant = 'tenant of unsettled turns';
      const [running, settled, waiting] = [aTurn({ tenant }), aTurn({ tenant }), aTurn({ tenant })];
      for (const turn of [running, settled, waiting]) await under.carrier.start(turn, target('alpha'));
      for (const turn of [settled, waiting]) await under.carrier.cancel(turn.id);
      await under.carrier.settleEnded(settled.id);
      const found = await under.carrier.recent(tenant, 10, { unsettled: true });
      expect(found.map((view) => view.turn.id)).toEqual([waiting.id, running.id]);
      expect(await under.carrier.recent(tenant, 1, { unsettled: true })).toHaveLength(1);
      expect(await under.carrier.recent(tenant, 10)).toHaveLength(3);
    });

    test('hides an ended turn from lists, and marks it when it is read', async () => {
      const tenant = 'tenant of hidden turns';
      const turn = aTurn({ tenant });
      await under.carrier.start(turn, target('alpha'));
      expect(await under.carrier.hide(tenant, turn.id)).toBe(false);
      expect(await under.carrier.hide(tenant, 'tnever')).toBe(false);
      await under.carrier.cancel(turn.id);
      expect(await under.carrier.hide('another tenant', turn.id)).toBe(false);
      expect(await under.carrier.hide(tenant, turn.id)).toBe(true);
      expect(await under.carrier.recent(tenant, 10)).toEqual([]);
      expect(await under.carrier.recent(tenant, 10, { unsettled: true })).toEqual([]);
      expect(await under.carrier.read(turn.id)).toMatchObject({ status: 'ended', hidden: true });
      expect(await under.carrier.takeEnded(1_000, 1)).toContain(turn.id);
    });

    test('finds published pipelines by name and digest', async () => {
      const pipeline = { name: 'code', digest: 'feedfeedfeedfeed', description: '', steps: {}, prompts: {} };
      await under.carrier.publish(pipeline as unknown as CompiledPipeline);
      await under.carrier.publish(pipeline as unknown as CompiledPipeline);
      expect(await under.carrier.find('code@feedfeedfeedfeed')).toEqual(pipeline);
      expect(await under.carrier.find('code@0000000000000000')).toBeNull();
      expect(await under.carrier.find('')).toBeNull();
    });
  });
}
