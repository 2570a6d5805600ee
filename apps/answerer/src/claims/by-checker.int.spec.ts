import { openChatModel } from '@quarry/chat-model';
import { aContext, aTurn, someEvidence } from '@quarry/engine/testing';
import type { Turn, TurnEventBody } from '@quarry/turn';
import { startScriptedModel, type ScriptedModel } from '../../../../test/scripted-model/server';
import { VerifyClaimsAction } from '../actions/verify-claims.action';

const MODEL = 'bespoke-minicheck';
const evidence = [
  someEvidence(1, { path: 'a.md', text: 'The export runs every night at two. Logs are kept for 90 days.' }),
  someEvidence(2, { path: 'b.md', title: 'Oslo', text: 'The warehouse was closed after the flood.' }),
];

describe('a model made for checking claims', () => {
  let server: ScriptedModel;
  beforeEach(async () => {
    server = await startScriptedModel({ replies: ['Yes', 'No'], models: [MODEL], apiKey: 'k' });
  });
  afterEach(() => server.close());

  const turnOf = (english: string, more: Partial<Turn> = {}): Turn =>
    aTurn({
      evidence,
      answer: {
        ...{ english, text: english, removedCitations: [], writtenBy: 'm' },
        citations: [{ n: 1, path: 'a.md', startLine: 1, endLine: 3, pass: 1 }],
      },
      ...more,
    });
  const checked = async (turn: Turn, claims = {}, settings = {}) => {
    const events: TurnEventBody[] = [];
    const base = aContext();
    const context = {
      ...aContext({
        settings: { ...settings, claims: { ...base.settings.claims, ...claims } },
      }),
      emit: (event: TurnEventBody) => Promise.resolve(void events.push(event)),
    };
    const checker = openChatModel({
      ...{ provider: 'openai', baseUrl: server.baseUrl, model: MODEL, apiKey: 'k', maxRetries: 0 },
    });
    const chat = openChatModel({ provider: 'extractive' });
    const result = await new VerifyClaimsAction(chat, null, checker).run(turn, { prompt: 'x' }, context);
    return { ...result, claims: result.patch?.claims ?? [], events };
  };

  it('is sent each open sentence in the published form, and its verdict is shown as its own', async () => {
    const { claims, usage, events } = await checked(
      turnOf('Logs are kept for 80 days [1]. Old tapes gather dust there [2]. Nobody cleans the place [2].'),
    );
    expect(claims.map(({ status, by, why }) => [status, by, why])).toEqual([
      // What code has decided is not asked.
      ['contradicted', 'code', "[1] has '90 days' instead of '80 days'"],
      ['supported', 'model', `${MODEL} says Yes`],
      ['unsupported', 'model', `${MODEL} says No`],
    ]);
    expect(server.requests).toHaveLength(2);
    const [first] = server.requests;
    expect(first?.path).toBe('/v1/chat/completions');
    expect(first?.headers['authorization']).toBe('Bearer k');
    expect(first?.body).toMatchObject({ model: MODEL, temperature: 0 });
    expect(first?.system).toBe(
      'Determine whether the provided claim is consistent with the corresponding document. Consistency in this context ' +
        'implies that all information presented in the claim is substantiated by the document. If not, it should be considered ' +
        'inconsistent. Please assess the claim\'s consistency with the document by responding with either "Yes" or "No".',
    );
    expect(first?.last).toBe(
      'Document: Oslo\nThe warehouse was closed after the flood.\nClaim: Old tapes gather dust there.',
    );
    expect(usage).toHaveLength(2);
    expect(events.map((event) => event.type)).toEqual(['model.replied', 'model.replied']);
  });

  it.each([
    ['yes, it is.', 'supported'],
    [' "No"', 'unsupported'],
  ])('reads %j', async (reply, status) => {
    server.play([reply]);
    const { claims } = await checked(turnOf('Old tapes gather dust there [2].'));
    expect(claims).toMatchObject([{ status, by: 'model' }]);
  });

  it('any other reply leaves the verdict of code, and says so', async () => {
    server.play(['It depends.']);
    const { claims, note } = await checked(turnOf('Old tapes gather dust there [2].'));
    expect(claims).toMatchObject([{ status: 'unchecked', by: 'code' }]);
    expect(note).toContain("could not be read: 'It depends.' instead of Yes or No");
  });

  it('a server that is away leaves the verdicts of code', async () => {
    server.failNext({ kind: 'status', status: 400, message: 'no such model' });
    const { claims, note } = await checked(turnOf('Old tapes gather dust there [2].'));
    expect(claims).toMatchObject([{ status: 'unchecked', by: 'code' }]);
    expect(note).toContain('the model could not be asked');
  });

  it('is not asked where the pipeline asks no model, or the budget does not allow it', async () => {
    const turn = turnOf('Old tapes gather dust there [2].');
    await checked(turn, { ask_model: false });
    const { note } = await checked(turn, {}, { max_turn_tokens: 20 });
    expect(note).toContain('the model was not asked: it could exceed the budget of 20 tokens');
    expect(server.requests).toEqual([]);
  });

  it('is sent 20 sentences of an answer, and the rest is named', async () => {
    server.play(['Yes']);
    const many = Array.from(
      { length: 23 },
      (_, at) => `Tapes of kind ${'x'.repeat(at + 2)} gather dust there [2].`,
    );
    const { note } = await checked(turnOf(many.join(' ')));
    expect(server.requests).toHaveLength(20);
    expect(note).toContain('the model was not asked about 3 sentences beyond 20');
  });
});
