import { refusalIn, statesNothing, withoutNotFound } from './not-claims';
import { statementsOf } from './statements';

const only = (text: string) => {
  const [statement, ...more] = statementsOf(text);
  if (!statement || more.length > 0) throw new Error(`not one sentence: ${text}`);
  return statement;
};

describe('sentences that state nothing', () => {
  it.each([
    'Who pays for the tapes?',
    'Do you mean *the tapes?*',
    // A question may contain facts.
    'Do you mean the 80 tapes of Oslo?"',
    'Nothing about tapes was found.',
    'Sadly, no owner of tapes could be found.',
    'None of the 80 tapes is mentioned.',
    'No owner can be given.',
    '**Nothing** about Oslo was shown.',
    'No tapes were described.',
    'Nothing is stated.',
    'No owners are found.',
    'The provided documents do not contain information about the tapes of Oslo.',
    'The filings do not explicitly mention 80 tapes.',
    'This report contains no tapes of Oslo.',
    'The owner of Oslo could not be determined from the evidence.',
    'Who pays 80 was not found in the passages.',
    'The owners were not established here.',
    'That cannot be verified in the code base.',
    'The evidence does not say who pays 80.',
    'The provided sources say nothing of Oslo.',
    'However, the given context is silent on Oslo.',
    'This search never looked at Oslo.',
    'No excerpt settles whether Oslo pays.',
    'The indexed sources lack Oslo.',
    'Nothing of Oslo is in the passages.',
    'Neither of the 80 is in the context.',
    '`RATE_WINDOW` was looked for and not found.',
    'The searches found nothing that names a breaker of Oslo.',
    'We could not tell 80.',
    'I did not look at Oslo.',
    'I didn’t look at Oslo.',
    'We can not say 80.',
    'No answer was found of 80.',
    'No complete answer could be given of 80.',
    'The messages "Mark has been lost" and 80 do not appear in the evidence.',
    '`Vault` is not shown in the given excerpts.',
    'These are the steps:',
    'Certainly so.',
    '**What the tapes hold**',
    '[![build](https://a.org/b.svg?x=80)](https://a.org/80)',
    '[Oslo and its 80 tapes](tapes.md#oslo).',
    'Yes.',
  ])('%s', (sentence) => {
    expect(statesNothing(only(sentence))).toBe(true);
  });

  it.each([
    'Tapes gather dust.',
    'These are the steps of Oslo:',
    'Oslo pays.',
    '**The tapes of Oslo weigh 80 kg**',
    '**The tapes gather dust.**',
    '[The tapes](tapes.md) gather dust.',
    'The search runs nightly.',
    'The documents do not burn.',
    'Tapes do not appear in the attic of 80.',
    'The reports are not signed in Oslo.',
    'Tapes are not found in attics.',
    'The tapes of the search engine are here.',
    'Evidence of tapes is not kept.',
    'It reads `who?` and waits for tapes.',
    'Somebody finds no answer was found of 80.',
    'Then we could not tell 80.',
    'Nothing about tapes was found [1].',
    'Who pays for the tapes [1]?',
    '```\nnothing was found\n```',
  ])('but not %j', (sentence) => {
    expect(statesNothing(only(sentence))).toBe(false);
  });
});

describe('the list of what was not found', () => {
  const bodies = (answer: string) => withoutNotFound(statementsOf(answer), answer).map(({ body }) => body);

  it.each([
    ['Not found:\n- tapes of 1999\n* old `Vault`\n+ logs\n\nTapes gather dust.'],
    ['## Not found\n\n- tapes of 1999\n  and of 2000\n\nTapes gather dust.'],
    ['**Not found:**\n- tapes of 1999\n\nTapes gather dust.'],
    ['**not found**:\n- tapes of 1999\n\nTapes gather dust.'],
  ])('%j is removed, the text after it is not', (answer) => {
    expect(bodies(answer)).toEqual(['Tapes gather dust.']);
  });

  it('keeps the text before it, and an answer without such a list', () => {
    expect(bodies('Logs rot.\n\nNot found:\n- tapes')).toEqual(['Logs rot.']);
    expect(bodies('Logs rot. Not found: tapes.\n- tapes rot')).toEqual([
      'Logs rot.',
      'Not found: tapes.',
      'tapes rot',
    ]);
  });
});

describe('an answer that says first that the evidence lacks what was asked for', () => {
  it.each([
    ['The provided documents do not contain the price of tapes. They list 80 of them [3].'],
    ['Unfortunately, the passages do not state how many tapes there are; they only list owners [3].'],
    ['**The filing lacks a price.**'],
    ['The evidence shows no price of tapes, and so nothing that raises it. It has 80 tapes [3].'],
  ])('%s', (answer) => {
    const [first = ''] = answer.split(/(?<=\.) /);
    expect(refusalIn(answer)).toContain(first.replace(/[*.]/g, '').trim().slice(0, 20));
  });

  it.each([
    ['Tapes cost 80 [1]. The documents do not settle who pays.'],
    ['The documents are not encrypted [1].'],
    ['```\nThe documents do not contain it.\n```'],
    [''],
  ])('not %j', (answer) => {
    expect(refusalIn(answer)).toBeUndefined();
  });
});
