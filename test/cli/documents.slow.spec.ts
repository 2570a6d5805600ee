import { cpSync } from 'node:fs';
import { resolve } from 'node:path';
import type { TurnDto } from '@quarry/client';
import { Workplace } from './quarry';

const QUESTION = "What were the Survey segment's net sales in 2023?";

describe('quarry ask about documents', () => {
  const work = new Workplace();
  let reports: string;
  beforeAll(async () => {
    reports = resolve(work.write('reports', { 'notes.md': '# Notes\n\nNothing to see.\n' }));
    cpSync(resolve(__dirname, '../fixtures/reports'), reports, { recursive: true });
    expect(await work.run(['index', reports])).toMatchObject({ code: 0 });
  }, 180_000);
  afterAll(() => {
    work.remove();
  });

  it('prints pages and sections of sources and of each number, and shows them again', async () => {
    const asked = await work.run(['ask', QUESTION, '--pipeline', 'extraction', '-v'], { cwd: reports });
    expect(asked.code).toBe(0);
    expect(asked.err).toMatch(/✓ found \[\d+\] .*742\.1.* \(page 2\)/);
    expect(asked.out).toMatch(/^ {2}\[\d+\] halden-2023\.pdf, page 2 {2}Performance by Segment, pass 1$/m);
    expect(asked.out).toMatch(
      /^Numbers\n(?: {2}.*\n)*? {2}742\.1.* halden-2023\.pdf, page 2, Performance by Segment {2}\[\d+\]$/m,
    );
    const again = await work.run(['turns', 'show', 'last'], { cwd: reports });
    expect(again.out).toContain(asked.out.slice(asked.out.indexOf('Numbers')));
    expect(again.out).toMatch(/✓ found \[\d+\] .*742\.1.* \(page 2\)/);
    const json = await work.run(['turns', 'show', 'last', '--json'], { cwd: reports });
    const { findings, citations } = JSON.parse(json.out) as TurnDto;
    expect(findings.find(({ value }) => value === 742.1)).toMatchObject({
      path: 'halden-2023.pdf',
      page: 2,
      sectionTitle: 'Performance by Segment',
      check: { stands: 'on_page' },
      place: {
        page: 2,
        box: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
      },
    });
    expect(citations[0]).toMatchObject({ format: 'pdf', pages: [{ page: 2 }] });
  });

  it('names pages where text was searched, too', async () => {
    const { out } = await work.run(['ask', QUESTION, '-q', '--pipeline', 'code'], { cwd: reports });
    expect(out).toMatch(/^`halden-2023\.pdf`, pages 2–3 \[\d+\]$/m);
    expect(out).toMatch(/^ {2}\[\d+\] halden-2023\.pdf, pages 2–3 {2}Management Report/m);
  });
});
