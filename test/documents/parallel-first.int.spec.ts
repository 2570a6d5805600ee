import type { RecordedRequest, ScriptedReply } from '../scripted-model/server';
import { asks, DocumentAsker } from './asked';

const STATEMENTS = 'halden-2023.pdf#consolidated-financial-statements';
const fetchOf = (id: string, section: string) => ({
  id,
  name: 'fetch_section',
  arguments: JSON.stringify({ id: `${STATEMENTS}/${section}` }),
});
const FINDINGS = {
  findings: [
    {
      label: 'net_income_2023',
      value: 201.9,
      unit: 'millions_eur',
      page: 4,
      section: `${STATEMENTS}/consolidated-income-statement`,
    },
    {
      label: 'capital_expenditure_2023',
      value: -117.3,
      unit: 'millions_eur',
      page: 5,
      section: `${STATEMENTS}/consolidated-statement-of-cash-flows`,
    },
  ],
};

/** 001, "Consider parallel first iteration": the first extraction targets both parts, and reads their sections at once. */
describe('parallel_first_iteration', () => {
  let asker: DocumentAsker;
  beforeAll(async () => {
    asker = await DocumentAsker.open('test/fixtures/reports', { parallel_first_iteration: true });
  });
  afterAll(() => asker.close());

  it('looks for the parts of the question in one extraction, whose calls are served at once', async () => {
    let extractions = 0;
    const script = (request: RecordedRequest): ScriptedReply => {
      switch (asks(request)) {
        case 'split':
          return { text: '{"sub_queries": ["net income 2023", "capital expenditure 2023"]}' };
        case 'extract':
          extractions += 1;
          return extractions === 1
            ? {
                text: '',
                calls: [
                  fetchOf('a', 'consolidated-income-statement'),
                  fetchOf('b', 'consolidated-statement-of-cash-flows'),
                ],
              }
            : { text: JSON.stringify(FINDINGS) };
        case 'judge':
          return {
            text: '{"status": "answer", "answer": "Net income was 201.9 [3], capital expenditure 117.3 [4] million euros.", "confidence": "high"}',
          };
        default:
          return { text: '{"claims": [{"n": 1, "status": "supported", "why": "as it stands"}]}' };
      }
    };
    const { turn, trail, requests } = await asker.ask(
      'What were net income and capital expenditure in 2023?',
      script,
    );
    expect(trail.join(' ')).toContain('split:ok handle_split:planned outline:ok extract:ok');
    const items = requests.filter((request) => asks(request) === 'extract').map(({ last }) => last);
    expect(items[0]).toMatch(/Look for: \n- net income 2023\n- capital expenditure 2023/);
    expect(turn.passes).toBe(1);
    expect(turn.findings.map(({ label, page }) => [label, page])).toEqual([
      ['net_income_2023', 4],
      ['capital_expenditure_2023', 5],
    ]);
    expect(turn.outcome).toBe('answered');
  });
});
