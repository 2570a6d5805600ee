import { Fault } from '@quarry/turn';
import { z } from 'zod';
import { integer, name, queryBoolean, queryInteger, queryTime, words } from './fields';
import { readInput } from './read-input';

const SCHEMA = z.strictObject({
  query: words(20),
  pipeline: name().default('code'),
  topK: integer(1, 100).optional(),
  cost: z.number().positive().max(10).optional(),
  mode: z.enum(['bm25', 'hybrid']).optional(),
  only: z.literal('text').optional(),
  lines: z.array(integer(1, 9)).length(2).optional(),
  filter: z.strictObject({ languages: z.array(z.string().max(5)).min(1).max(3).optional() }).optional(),
});

const SOURCE = z.strictObject({
  source: z.union([
    z.strictObject({ kind: z.literal('path').optional(), path: z.string() }),
    z.strictObject({ kind: z.literal('git'), url: z.string().max(9) }),
    z.strictObject({ kind: z.literal('site'), url: z.string() }),
  ]),
  words: z.union([z.string(), z.array(z.string())]).optional(),
});

const QUERY = z.strictObject({
  limit: queryInteger(1, 200).default(20),
  forget: queryBoolean(false),
  since: queryTime().optional(),
});

const problemOf = (schema: z.ZodType, input: unknown): string => {
  try {
    readInput(schema, input);
  } catch (error) {
    if (error instanceof Fault && error.code === 'bad_request') return error.message;
    throw error;
  }
  return 'none';
};

describe('readInput', () => {
  it('gives the input with its defaults, and without space around words', () => {
    expect(readInput(SCHEMA, { query: '  stock ', topK: 3 })).toEqual({
      query: 'stock',
      pipeline: 'code',
      topK: 3,
    });
    expect(readInput(QUERY, {})).toEqual({ limit: 20, forget: false });
    expect(readInput(QUERY, { limit: '5', forget: 'true', since: '2026-01-31T12:00:00Z' })).toEqual({
      limit: 5,
      forget: true,
      since: Date.UTC(2026, 0, 31, 12),
    });
  });

  it.each([
    [{ source: { kind: 'ftp', url: 'x' } }, 'source.kind must be one of path, git, site'],
    [{ source: { kind: 'git' } }, 'source.url must be a string'],
    [{ source: { kind: 'git', url: 'x'.repeat(10) } }, 'source.url must have at most 9 characters'],
    [{ source: { kind: 'site', url: 'x', pages: 3 } }, "unknown field 'source.pages'; known: kind, url"],
    [{ source: { path: 5 } }, 'source.path must be a string'],
    [{ source: { path: 'x' }, words: 5 }, 'words must be a string or a list'],
  ])('of %j: %s, by the kind that is meant', (input, expected) => {
    expect(problemOf(SOURCE, input)).toBe(expected);
  });

  it.each([
    [{}, 'query must be a string'],
    [{ query: null }, 'query must be a string'],
    [{ query: ' ' }, 'query must not be blank'],
    [{ query: 'x'.repeat(21) }, 'query must have at most 20 characters'],
    [{ query: 'x', topK: 0 }, 'topK must be a whole number from 1 to 100'],
    [{ query: 'x', topK: 1.5 }, 'topK must be a whole number from 1 to 100'],
    [{ query: 'x', topK: '5' }, 'topK must be a whole number from 1 to 100'],
    [{ query: 'x', cost: 0 }, 'cost must be more than 0'],
    [{ query: 'x', cost: 11 }, 'cost must be at most 10'],
    [{ query: 'x', mode: 'all' }, 'mode must be one of bm25, hybrid'],
    [{ query: 'x', only: 'image' }, 'only must be text'],
    [{ query: 'x', lines: [1] }, 'lines must have exactly 2 items'],
    [{ query: 'x', lines: [1, 'b'] }, 'lines[1] must be a whole number from 1 to 9'],
    [{ query: 'x', pipeline: '../x' }, 'pipeline must be a name of 1 to 100 letters, digits, ., _ and -'],
    [{ query: 'x', filter: [] }, 'filter must be an object'],
    [{ query: 'x', filter: { languages: 'sql' } }, 'filter.languages must be a list'],
    [{ query: 'x', filter: { languages: [] } }, 'filter.languages must have at least 1 item'],
    [{ query: 'x', filter: { languages: ['sql', 7] } }, 'filter.languages[1] must be a string'],
    [[], 'the input must be an object'],
  ])('of %j says that %s', (input, problem) => {
    expect(problemOf(SCHEMA, input)).toBe(problem);
  });

  it.each([
    [{ limit: '' }, 'limit must be a whole number from 1 to 200'],
    [{ limit: ['1', '2'] }, 'limit must be a whole number from 1 to 200'],
    [{ forget: 'yes' }, 'forget must be true or false'],
    [{ since: '2026-02-30' }, 'since must be an ISO 8601 time such as 2026-01-31T12:00:00Z'],
    [{ since: '20260101' }, 'since must be an ISO 8601 time such as 2026-01-31T12:00:00Z'],
  ])('of the query %j says that %s', (input, problem) => {
    expect(problemOf(QUERY, input)).toBe(problem);
  });

  it.each(['2026', '2026-01', '2026-01-31', '2026-01-31T12:00', '2026-01-31T12:00:00.5+02:00'])(
    'takes the time %s as JavaScript does',
    (since) => {
      expect(readInput(QUERY, { since }).since).toBe(Date.parse(since));
    },
  );

  it('suggests a known field for an unknown one, and reports it before the missing field', () => {
    expect(problemOf(SCHEMA, { qery: 'x' })).toBe(
      "unknown field 'qery'; did you mean 'query'?; query must be a string",
    );
    expect(problemOf(SCHEMA, { query: 'x', filter: { language: ['sql'] } })).toBe(
      "unknown field 'filter.language'; did you mean 'languages'?",
    );
  });

  it('reports one problem of each field, five fields at most', () => {
    const wrong = { query: 1, topK: 'x', cost: 'x', mode: 1, lines: 'x', filter: 1, pipeline: 1 };
    expect(problemOf(SCHEMA, wrong).split('; ')).toHaveLength(5);
    expect(problemOf(SCHEMA, { query: 'x', filter: { languages: 'a' } })).toBe(
      'filter.languages must be a list',
    );
  });

  it('ignores what could reach a prototype', () => {
    const body: unknown = JSON.parse('{"query":"x","__proto__":{"topK":1},"filter":{"constructor":{}}}');
    expect(readInput(SCHEMA, body)).toEqual({ query: 'x', pipeline: 'code', filter: {} });
  });
});
