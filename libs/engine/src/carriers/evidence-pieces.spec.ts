import fc from 'fast-check';
import { openTurn, type Evidence } from '@quarry/turn';
import { mergeEvidence, pieceFields, piecesBetween, piecesFrom } from './evidence-pieces';
import { evidence } from './testing/turns';
import { openingFields, patchFields, turnFromFields } from './turn-fields';

/** A list of evidence with distinct numbers, ascending, as a turn has it. */
const lists = fc
  .uniqueArray(fc.record({ n: fc.integer({ min: 1, max: 30 }), text: fc.string(), relevance: fc.double() }), {
    selector: ({ n }) => n,
    maxLength: 20,
  })
  .map((items) =>
    items
      .map(({ n, text, relevance }): Evidence => ({
        ...evidence(n, text),
        relevance: Number.isFinite(relevance) ? relevance + 0 : 0,
      }))
      .toSorted((a, b) => a.n - b.n),
  );

describe('pieces of evidence', () => {
  it('the difference turns one list into the other, in any order, however often it is applied', () => {
    fc.assert(
      fc.property(lists, lists, fc.infiniteStream(fc.nat()), (before, after, random) => {
        const pieces = piecesBetween(before, after);
        const keys = new Map(pieces.map((piece) => [piece, random.next().value ?? 0]));
        const shuffled = pieces.toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0));
        expect(mergeEvidence(before, shuffled)).toEqual(after);
        expect(mergeEvidence(mergeEvidence(before, pieces), shuffled)).toEqual(after);
        expect(mergeEvidence(before, [...pieces, ...shuffled])).toEqual(after);
      }),
    );
  });

  it('fields that are written again, or by a replayed hop, do not change the turn', () => {
    fc.assert(
      fc.property(fc.array(lists, { minLength: 1, maxLength: 5 }), fc.nat(), (hops, replayed) => {
        let fields: Record<string, string> = {};
        let known: readonly Evidence[] = [];
        hops.forEach((after, hop) => {
          const written = pieceFields(piecesBetween(known, after));
          fields = { ...fields, ...written };
          if (hop === replayed % hops.length) fields = { ...written, ...fields, ...written };
          known = after;
          expect(mergeEvidence([], piecesFrom(fields))).toEqual(after);
        });
      }),
    );
  });

  it('contains only new and changed pieces: what a hop has read is not written again', () => {
    const before = [evidence(1), evidence(2), evidence(3)];
    const after = [evidence(1), { ...evidence(3), relevance: 0.9 }, evidence(4)];
    expect(piecesBetween(before, after)).toEqual([after[1], after[2], { n: 2, gone: true }]);
    expect(piecesBetween(before, [...before])).toEqual([]);
  });

  it('resumes a turn whose evidence an earlier version kept in one field', () => {
    const turn = {
      ...openTurn({
        ...{ id: 't1', tenant: 'acme', session: 's', pipeline: 'code@0', question: 'q', isEnglish: true },
        ...{ askedAt: 1, deadline: 2 },
      }),
      format: 4,
      evidence: [evidence(1), evidence(2)],
    };
    const kept = openingFields(turn);
    expect(kept['evidence']).toBe(JSON.stringify(turn.evidence));
    const after = [evidence(1), { ...evidence(2), relevance: 0.7 }, evidence(3)];
    const written = patchFields({ evidence: after }, piecesBetween(turn.evidence, after));
    expect(Object.keys(written)).toEqual(['evidence.2', 'evidence.3', 'format']);
    expect(turnFromFields({ ...kept, ...written })).toEqual({ ...turn, format: 6, evidence: after });
  });
});
