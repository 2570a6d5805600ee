import { findProtocol } from '@quarry/protocol';
import type { Evidence } from '@quarry/turn';
import { answerReply } from './answer.task';
import { evidence, inputs } from './testing/evidence';

const parser = evidence(
  1,
  'src/parser.py',
  'def make_required(option):\n    if option.required:\n        raise MissingOption(option)\n    return option',
  { symbol: 'parser.make_required', language: 'python' },
);
const page = evidence(
  2,
  'docs/options.md',
  '# Options\n\n- `required`: Makes the option required.\n- `default`: Its value.',
  { language: 'markdown' },
);
const changes = evidence(3, 'CHANGES.md', '# 8.1\n\n- To make an option required is faster.', {
  language: 'markdown',
});
const example = evidence(4, 'examples/cli.py', 'make_option(required=True)  # an option that is required', {
  language: 'python',
});

/** Files of the quoted passages, in order. */
function quoted(question: string, found: readonly Evidence[]): readonly string[] {
  const reply = answerReply(inputs({ question, evidence: found, pass: 3 }), 3_000);
  const parsed = findProtocol('answer')!.parse(reply);
  if (!parsed.ok || parsed.verdict.kind !== 'answer') throw new Error('not an answer');
  return [...parsed.verdict.text.matchAll(/^`([^`]+)`, lines? /gm)].map(([, path = '']) => path);
}

describe('an answer about how to use something', () => {
  it('quotes documentation and examples before the implementation', () => {
    const shown = quoted('How do I make an option required?', [parser, page, example]);
    expect(shown.slice(0, 2).sort()).toEqual(['docs/options.md', 'examples/cli.py']);
  });

  it('quotes the implementation first for how it works inside', () => {
    expect(quoted('How does an option become required?', [parser, page, example])[0]).toBe('src/parser.py');
  });

  it('does not prefer the list of changes', () => {
    expect(quoted('How do I make an option required?', [parser, changes])[0]).toBe('src/parser.py');
  });
});
