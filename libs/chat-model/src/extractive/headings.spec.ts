import { headingShares } from './headings';
import { readEvidence } from './relevance';
import { readLines } from './lines';
import { termsOf } from './terms';
import { evidence } from './testing/evidence';

const QUESTION = 'What does the discard policy do when a stream is full?';
const sharesIn = (title: string, ...lines: string[]): readonly number[] =>
  headingShares(readLines(evidence(1, 'streams.md', lines.join('\n'))), title, termsOf(QUESTION), () => 0.5);

describe('headings of pages', () => {
  it('count for their section where the question has all of their words', () => {
    expect(sharesIn('', 'Before.', '## DiscardPolicy', 'It removes.', '## Placement', 'Tags.')).toEqual([
      0, 0.5, 0.5, 0, 0,
    ]);
    expect(sharesIn('', '## Discard policy of consumers', 'It removes.')).toEqual([0, 0]);
  });

  it('continue from the title of the section in which the lines begin', () => {
    expect(sharesIn('Streams › The discard policy', 'It removes.', '## Placement')).toEqual([0.5, 0]);
  });

  it('are no comments of a shell', () => {
    expect(sharesIn('', '```sh', '# discard policy', 'run', '```')).toEqual([0, 0, 0, 0]);
  });

  it('put the section that is about the question before a page that mentions its words', () => {
    const about =
      '## DiscardPolicy\n\n`DiscardOld` deletes the oldest messages.\n\n## Placement\n\nTags of servers.';
    const mentions =
      '## RetentionPolicy\n\nA stream has one policy.\nA stream may discard.\nA stream is never full of acknowledged messages.';
    const { items } = readEvidence(QUESTION, [
      evidence(1, 'retention.md', mentions),
      evidence(2, 'discard.md', about),
    ]);
    expect(items.map((item) => item.evidence.path)).toEqual(['discard.md', 'retention.md']);
  });
});
