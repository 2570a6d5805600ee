import { defined, openTurn, type ClaimStatus, type FaultCode, type Outcome, type Turn } from '@quarry/turn';
import { RecordedTerminal } from '../testing/recorded-terminal';
import { askEach, askServed, exitCodeOf, namesOf } from './ask-answers';
import type { AnsweredTurn, AskRequest, Served } from './ask-turn';

function aTurn(
  pipeline: string,
  outcome: Outcome | null,
  more: { code?: FaultCode; reason?: string } = {},
): Turn {
  const asked = { id: `t-${pipeline}`, tenant: 'local', session: 's', question: 'why?', isEnglish: true };
  const opened = openTurn({ ...asked, pipeline: `${pipeline}@1`, askedAt: 1_000, deadline: 2_000 });
  const text = `By ${pipeline}.`;
  const answer = { english: text, text, citations: [], removedCitations: [], writtenBy: 'm' };
  const end = outcome && {
    outcome,
    reason: more.reason ?? 'done',
    ...(more.code ? { code: more.code } : {}),
  };
  return { ...opened, ...(outcome === 'answered' ? { answer } : {}), end };
}

/** Pipelines with these outcomes. Records what each was asked. */
function serving(
  ends: Readonly<Record<string, Outcome>>,
  more: { code?: FaultCode; reason?: string; unkept?: true; streamed?: string; asking?: () => void } = {},
) {
  const asked: AskRequest[] = [];
  const served: Served = {
    pipelines: Object.keys(ends).map((name) => ({ name })),
    rootOf: () => Promise.resolve(null),
    root: null,
    graph: () => Promise.resolve([]),
    ask: (request): Promise<AnsweredTurn> => {
      asked.push(request);
      more.asking?.();
      const turn = aTurn(request.pipeline, ends[request.pipeline] ?? null, more);
      const end = { type: 'turn.finished', outcome: 'answered', reason: '' } as const;
      const events = [{ id: '1-0', at: 3_500, body: end }];
      const { unkept, streamed } = more;
      return Promise.resolve({ turn, events, ...defined({ unkept, streamed }) });
    },
  };
  return { served, asked };
}

const REQUEST: AskRequest = { question: 'why?', pipeline: 'code,cgrag' };

describe('the exit code of a question', () => {
  it.each([
    [['answered'], 0],
    [['direct'], 0],
    [['insufficient'], 3],
    [['failed'], 1],
    [['cancelled'], 130],
    // One answer of several is enough, but a failure is never overlooked.
    [['insufficient', 'answered'], 0],
    [['failed', 'answered'], 1],
    [['insufficient', 'failed'], 1],
    [['failed', 'cancelled'], 1],
    [['cancelled', 'insufficient'], 3],
    [[], 1],
  ] as const)('%j: %s', (outcomes, code) => {
    expect(exitCodeOf(outcomes.map((outcome) => aTurn('code', outcome)))).toBe(code);
  });
});

describe('the exit code of an answer', () => {
  const answer = { english: 'a [1]', text: 'a [1]', removedCitations: [], writtenBy: 'm' };
  const citations = [{ n: 1, path: 'a.ts', startLine: 1, endLine: 2, pass: 1 }];
  const claim = (status: ClaimStatus) => ({ text: 'a', cites: [1], status, by: 'code', why: '' }) as const;
  it.each<[ClaimStatus[], number]>([
    [['supported', 'unsupported'], 0],
    [['supported', 'unsupported', 'unsupported'], 3],
    [['supported', 'contradicted'], 3],
  ])('with sentences that are %j is %s', (statuses, code) => {
    const turn = {
      ...aTurn('code', 'partial'),
      answer: { ...answer, citations },
      claims: statuses.map(claim),
    };
    expect(exitCodeOf([turn])).toBe(code);
  });
});

describe('pipelines of --pipeline', () => {
  it.each([
    ['code', ['code']],
    ['code,cgrag', ['code', 'cgrag']],
    [' code , cgrag ', ['code', 'cgrag']],
    ['code,,cgrag,', ['code', 'cgrag']],
    ['code,code', ['code']],
    // An empty name is kept, and refused as unknown.
    ['', ['']],
  ])('%j', (option, names) => {
    expect(namesOf(option)).toEqual(names);
  });
});

describe('the output for one answer', () => {
  const print = async (
    request: Partial<AskRequest>,
    outcome: Outcome,
    more: Parameters<typeof serving>[1] = {},
  ) => {
    const terminal = new RecordedTerminal();
    await askServed(
      serving({ code: outcome }, more).served,
      { ...REQUEST, pipeline: 'code', ...request },
      terminal,
    );
    return terminal.said;
  };

  it('is the answer on stdout', async () => {
    const { out, err } = await print({}, 'answered');
    expect(out).toMatch(/^\n.*By code\./s);
    expect(err).toBe('');
    expect((await print({ quiet: true }, 'answered')).out).toBe(out.slice(1));
  });

  it('is the turn as JSON and nothing else', async () => {
    const { out, err } = await print({ json: true }, 'answered');
    expect(err).toBe('');
    expect(JSON.parse(out)).toMatchObject({
      id: 't-code',
      outcome: 'answered',
      answer: { text: 'By code.' },
    });
  });

  it('is not repeated below the same streamed answer, but is if its check changed it', async () => {
    expect((await print({}, 'answered', { streamed: 'By code.\n' })).out).not.toContain('By code.');
    const changed = await print({}, 'answered', { streamed: 'By code [9].' });
    expect(changed.out).toContain('(the answer after its check)\nBy code.\n');
  });

  it.each([
    [{}, 'error poison: It died.\n      The turn is kept: quarry turns show t-code\n'],
    [{ unkept: true as const }, 'error poison: It died.\n'],
    [
      { code: 'embedder_unavailable' as const },
      'error embedder_unavailable: It died.\n      `quarry setup` downloads the embedding model.\n      The turn is kept: quarry turns show t-code\n',
    ],
  ])('of a failed turn is the error on stderr, with advice: %j', async (more, said) => {
    const failed = await print({}, 'failed', { code: 'poison', reason: 'It died.', ...more });
    expect(failed).toEqual({ out: '', err: `\n${said}` });
  });

  it.each([
    [{}, ' and is kept: quarry turns show t-code\n'],
    [{ unkept: true as const }, '.\n'],
  ])('of a cancelled turn says so: %j', async (more, said) => {
    expect(await print({}, 'cancelled', more)).toEqual({
      out: '',
      err: `stopped: the turn was cancelled${said}`,
    });
  });
});

describe('several pipelines', () => {
  const ask = async (
    ends: Readonly<Record<string, Outcome>>,
    names: readonly string[],
    more: { request?: Partial<AskRequest>; asking?: (terminal: RecordedTerminal) => void } = {},
  ) => {
    const terminal = new RecordedTerminal();
    const { served, asked } = serving(ends, {
      asking: () => {
        more.asking?.(terminal);
      },
    });
    const turns = await askEach(served, { ...REQUEST, ...more.request }, names, terminal).catch(
      (error: unknown) => error as Error,
    );
    return { turns, asked, ...terminal.said };
  };
  const BOTH = { code: 'answered', cgrag: 'insufficient' } as const;

  it('each get the question, in order, in separate sessions', async () => {
    const { asked } = await ask(BOTH, ['cgrag', 'code'], { request: { session: 'tax' } });
    expect(asked.map(({ question, pipeline, session }) => [question, pipeline, session])).toEqual([
      ['why?', 'cgrag', 'tax.cgrag'],
      ['why?', 'code', 'tax.code'],
    ]);
    expect((await ask(BOTH, ['code'])).asked[0]).not.toHaveProperty('session');
  });

  it('are announced on stderr; the comparison and the start of each answer are on stdout', async () => {
    const { out, err } = await ask(BOTH, ['code', 'cgrag']);
    expect(err).toBe('\ncode (1 of 2)\n\ncgrag (2 of 2)\n');
    expect(out.match(/── \w+ ──|^outcome.*|^seconds.*|^By code\.$|^sources: .*/gm)).toEqual([
      expect.stringMatching(/^outcome +answered +insufficient$/) as string,
      // From the question to the last event of its log.
      expect.stringMatching(/^seconds +2\.5 +2\.5$/) as string,
      '── code ──',
      'By code.',
      'sources: quarry turns show t-code',
      '── cgrag ──',
    ]);
    expect((await ask(BOTH, ['code', 'cgrag'], { request: { quiet: true } })).err).toBe('');
  });

  it('are one list as JSON', async () => {
    const { out, err } = await ask(BOTH, ['code', 'cgrag'], { request: { json: true } });
    expect(err).toBe('');
    expect(JSON.parse(out)).toMatchObject([
      { id: 't-code', outcome: 'answered', seconds: 2.5 },
      { id: 't-cgrag', outcome: 'insufficient', seconds: 2.5 },
    ]);
  });

  it('are refused before any is asked if a name is misspelt', async () => {
    const { turns, asked } = await ask(BOTH, ['code', 'cgrga']);
    expect(asked).toEqual([]);
    expect(turns).toMatchObject({
      code: 'pipeline_unknown',
      message: expect.stringMatching(/'cgrga'.*did you mean 'cgrag'/) as string,
    });
  });

  it('are not asked after Ctrl-C; the answers so far are shown', async () => {
    const interrupt = (terminal: RecordedTerminal): void => {
      terminal.interrupt();
    };
    const { asked, turns, out } = await ask(BOTH, ['code', 'cgrag'], { asking: interrupt });
    expect(asked.map(({ pipeline }) => pipeline)).toEqual(['code']);
    expect(turns).toMatchObject([{ id: 't-code' }]);
    expect(out).toContain('By code.');
  });
});
