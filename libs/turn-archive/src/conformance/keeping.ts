import { archivedOf, idsOf, promptOf, type Check } from './suite';

/** Turns and prompts: returned unchanged, each written once. */
export function keeping(check: Check): void {
  check('is empty at first', async ({ archive }) => {
    await archive.ping();
    expect(await archive.load('acme', 't1')).toBeNull();
    expect(await archive.prompts('acme', 't1')).toEqual([]);
    expect(await archive.deleted('acme', ['t1'])).toEqual([]);
    expect(await archive.prune(Date.now())).toBe(0);
    expect(await idsOf(archive)).toEqual([]);
    expect(await idsOf(archive, { text: 'anything' })).toEqual([]);
  });

  check('returns turns exactly, with their logs, to every client', async ({ archive, store }) => {
    const odd = archivedOf('t1', {
      session: ' %_" \u{1F642} ',
      question: { original: '\u0000 \ud83d\ude42 "\' %_ \\', isEnglish: false, english: null },
      context: { text: 'x'.repeat(900_000), tokens: 1, items: [], condensed: false },
    });
    await archive.save(odd);
    const other = await store.open();
    expect(await other.load('acme', 't1')).toEqual(odd);
    expect(await idsOf(other, { session: ' %_" \u{1F642} ' })).toEqual(['t1']);
    await other.close();
  });

  check('keeps the first of two turns with one id', async ({ archive }) => {
    const first = archivedOf('t1');
    await archive.save(first);
    await archive.save(archivedOf('t1', { session: 'another' }));
    await Promise.all([archive.save(first), archive.save(first)]);
    expect(await archive.load('acme', 't1')).toEqual(first);
    expect(await idsOf(archive)).toEqual(['t1']);
    expect(await idsOf(archive, { text: 'question' })).toEqual(['t1']);
  });

  check('returns prompts in order, each once, before and after their turn', async ({ archive }) => {
    const tools = promptOf('h2', {
      at: 2_000_000_000_000,
      step: 'agent',
      messages: [
        { role: 'assistant', content: '', toolCalls: [{ id: 'c1', name: 'search', arguments: '{"q":1}' }] },
        { role: 'tool', toolCallId: 'c1', content: 'y'.repeat(200_000) },
      ],
    });
    await archive.savePrompt('acme', 't1', tools);
    await archive.savePrompt('acme', 't1', promptOf('h1'));
    await archive.savePrompt('acme', 't1', promptOf('h1', { at: 5 }));
    await archive.save(archivedOf('t1'));
    await archive.savePrompt('acme', 't2', promptOf('h3'));
    expect(await archive.prompts('acme', 't1')).toEqual([promptOf('h1'), tools]);
    expect(await archive.prompts('acme', 't2')).toEqual([promptOf('h3')]);
  });

  check('separates tenants that use the same ids', async ({ archive }) => {
    const theirs = archivedOf('t1', {
      tenant: 'rival',
      question: { original: 'canary', isEnglish: true, english: 'canary' },
    });
    await archive.save(theirs);
    await archive.savePrompt('rival', 't1', promptOf('h1'));
    expect(await archive.load('acme', 't1')).toBeNull();
    expect(await archive.prompts('acme', 't1')).toEqual([]);
    for (const filter of [{}, { text: 'canary' }, { session: 's1' }, { pipeline: 'code' }])
      expect(await idsOf(archive, filter)).toEqual([]);
    await archive.delete('acme', ['t1']);
    expect(await archive.deleted('rival', ['t1'])).toEqual([]);
    expect(await archive.load('rival', 't1')).toEqual(theirs);
    expect(await archive.prompts('rival', 't1')).toHaveLength(1);
  });
}
