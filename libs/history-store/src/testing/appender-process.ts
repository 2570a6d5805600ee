import { openHistoryStore } from '../adapters';

/** Child process of the tests: appends turns until it is killed, and prints each one's id once it is stored. */
async function run(url: string, prefix: string): Promise<never> {
  const history = openHistoryStore(url);
  for (let n = 0; ; n++) {
    const { turnId } = await history.append({
      tenant: 'acme',
      session: 's1',
      turnId: `${prefix}${n}`,
      pipeline: 'code@abc',
      askedAt: n,
      question: { original: 'q', isEnglish: true, english: 'q' },
      answerEnglish: 'a'.repeat(3_000),
      answerText: 'a'.repeat(3_000),
      outcome: 'answered',
      citations: [],
    });
    process.stdout.write(`${turnId}\n`);
  }
}

const [url = '', prefix = ''] = process.argv.slice(2);
void run(url, prefix);
