import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventTable } from '@quarry/gateway';
import { ROOT } from '../scenarios/scenario';

describe('docs/events.md', () => {
  it('has the table of the events, as their schemas say it', () => {
    const page = readFileSync(join(ROOT, 'docs/events.md'), 'utf8');
    const table = page.split('\n').filter((line) => line.startsWith('|'));
    expect(table).toEqual(eventTable());
  });
});
