import { readLines } from './lines';
import { quoteOf } from './quote';
import { evidence } from './testing/evidence';

const PAGE = [
  '| Name         | Meaning                    | Default |',
  '| ------------ | -------------------------- | ------: |',
  '| max_payload  | The largest message.       | 1MB     |',
  '| max_pending  | What waits per connection. | 64MB    |',
];

function quoted(lines: readonly string[], from: number, to: number, tableHead?: string): readonly string[] {
  const item = { ...evidence(1, 'settings.md', lines.join('\n')), ...(tableHead && { tableHead }) };
  return quoteOf(item, [readLines(item).slice(from, to)])
    .split('\n')
    .slice(2);
}

describe('rows of tables in pages', () => {
  it('are quoted below the names of their columns, without padding', () => {
    expect(quoted(PAGE, 3, 4)).toEqual([
      '> | Name | Meaning | Default |',
      '> | --- | --- | --- |',
      '> | max_pending | What waits per connection. | 64MB |',
    ]);
  });

  it('have their own head where it is quoted', () => {
    expect(quoted(PAGE, 0, 3)).toEqual([
      '> | Name | Meaning | Default |',
      '> | --- | --- | ---: |',
      '> | max_payload | The largest message. | 1MB |',
    ]);
  });

  it('have the head of the table in another chunk, and none of a table above it', () => {
    expect(quoted(PAGE.slice(3), 0, 1, 'Limits\n| Name | Meaning | Default |')).toEqual([
      '> | Name | Meaning | Default |',
      '> | --- | --- | --- |',
      '> | max_pending | What waits per connection. | 64MB |',
    ]);
    expect(quoted([...PAGE, '', '| alone | row | 1 |'], 5, 6)).toEqual(['> | alone | row | 1 |']);
  });

  it('have their head, and the text below them none', () => {
    const head = '| Name | Meaning | Default |';
    expect(quoted(['| max_pending | What waits. | 64MB |', '', '### Retries', 'Text.'], 2, 4, head)).toEqual([
      '> ### Retries',
      '> Text.',
    ]);
    expect(quoted(['PN-1 | 3', 'PN-2 | 4'], 1, 2, 'Part | Stock')).toEqual(['> Part | Stock', '> PN-2 | 4']);
  });

  it('leave text with bars as it is', () => {
    expect(quoted(['a |  b', '', 'c'], 0, 1)).toEqual(['> a |  b']);
  });
});

describe('settings at the beginning of a page', () => {
  it('are no text of it', () => {
    const page = ['---', 'title: Limits', 'weight: 3', '---', '', 'The limit is five.'];
    const { text } = evidence(1, 'limits.md', page.join('\n'));
    const lines = readLines({ ...evidence(1, 'limits.md', text), startLine: 1 });
    expect(lines.map((line) => [line.number, line.text])).toEqual([
      [5, ''],
      [6, 'The limit is five.'],
    ]);
    const between = readLines({ ...evidence(1, 'limits.md', text), startLine: 9 });
    expect(between).toHaveLength(page.length);
    expect(readLines({ ...evidence(1, 'x.md', '---\na: 1\n---'), startLine: 1 })).toHaveLength(3);
  });
});

describe('tags of page generators', () => {
  it('are not quoted', () => {
    const page = ['{% hint style="info" %}', 'Text.', '{% endhint %}', '{{< note >}}', ':::tip', '<details>'];
    expect(quoted(page, 0, 6)).toEqual(['> Text.']);
    const directives = ['.. tabs::', '.. group-tab:: Bash', 'Text.', '.. versionadded:: 8.2'];
    expect(quoted(directives, 0, 4)).toEqual(['> Text.', '> .. versionadded:: 8.2']);
    expect(quoted(['Use {{ name }} or <b>it</b>.'], 0, 1)).toEqual(['> Use {{ name }} or it.']);
  });
});
