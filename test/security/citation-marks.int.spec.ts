import { inert } from '@quarry/protocol';
import { canonicalMarks, type TurnEventBody } from '@quarry/turn';
import { CITATION_FORMS, KNOWN } from '@quarry/turn/testing';
import { counted } from './families';
import { plans, UnderAttack, type Seen } from './under-attack';

/** Forms that answers can hold: links and tags become text before marks are read. */
const FORMS = CITATION_FORMS.filter(([written]) => inert(written) === written);

type Removed = Extract<TurnEventBody, { readonly type: 'citation.removed' }>;

jest.setTimeout(300_000);

describe('T20: marks in every form that models write', () => {
  let system: UnderAttack;
  beforeAll(async () => {
    const notes = Array.from({ length: KNOWN }, (_, n) => [
      `${n}.md`,
      `Zebra note ${n} is about zebra${n}.\n`,
    ]);
    system = await UnderAttack.start(Object.fromEntries(notes) as Record<string, string>, {}, KNOWN);
  });
  afterAll(() => system.stop());

  const answering = async (text: string): Promise<Seen> => {
    system.model.play((request) =>
      plans(request) ? '[BM25:] zebra note' : { text: `[Answer:] ${text}`, deltaSize: 3 },
    );
    return system.ask('What is a zebra note about?');
  };

  it(`can cite ${KNOWN} pieces of evidence, and no other`, async () => {
    const { turn } = await answering(`First [1], last [${KNOWN}], none [${KNOWN + 1}].`);
    expect(turn.citations.map(({ n }) => n)).toEqual([1, KNOWN]);
    expect(turn.answer?.removedCitations).toEqual([`[${KNOWN + 1}]`]);
  });

  it('each is a checked citation, text, or removed and announced', async () => {
    for (const [written, cites, becomes] of FORMS) {
      // Where nothing is cited, a plain mark is the twin: the answer was read, and marks in it count.
      const twin = cites.length === 0 ? '\n\nAs told [1].' : '';
      const { turn, streamed, events } = await answering(`So it is.\n\n${written}${twin}`);
      expect(turn.answer?.english).toBe(`So it is.\n\n${becomes}${twin}`);
      expect({
        written,
        cites: turn.citations.map(({ n }) => n).sort((a, b) => a - b),
        answered: turn.answer !== null,
      }).toEqual({
        written,
        cites: cites.length === 0 ? [1] : cites.toSorted((a, b) => a - b),
        answered: true,
      });
      const removed = events.filter((event): event is Removed => event.type === 'citation.removed');
      expect(removed.length > 0).toBe(turn.answer?.removedCitations.length !== 0);
      // What a client shows that does as the events say points nowhere either.
      const shown = removed.reduce((text, { mark, replacement }) => {
        expect(text).toContain(mark);
        return text.replace(mark, () => replacement);
      }, streamed);
      const known = new Set(Array.from({ length: KNOWN }, (_, at) => at + 1));
      expect(canonicalMarks(shown, known).removed).toEqual([]);
    }
    counted('test/security/citation-marks.int.spec.ts', FORMS.length);
  });
});
