import { namesakesLater } from './namesakes';
import { readEvidence } from './relevance';
import type { ReadItem } from './read-item';
import { evidence } from './testing/evidence';

const [sample] = readEvidence('How is it saved?', [
  evidence(1, 'a.py', 'def save(self):\n    self.saved = True\n', { language: 'python', symbol: 'A.save' }),
]).items;

function item(n: number, symbol: string, score: number): ReadItem {
  if (!sample) throw new Error('no item was read');
  return { ...sample, score, evidence: { ...sample.evidence, n, symbol } };
}

const order = (...items: readonly ReadItem[]) =>
  namesakesLater(items).map(({ evidence: { symbol } }) => symbol);

describe('namesakesLater', () => {
  it('puts what calls them before the third of several functions of one name', () => {
    expect(
      order(
        item(1, 'Rsa.verify', 0.6),
        item(2, 'Ec.verify', 0.59),
        item(3, 'Hmac.verify', 0.58),
        item(4, 'Token.decode', 0.4),
      ),
    ).toEqual(['Rsa.verify', 'Ec.verify', 'Token.decode', 'Hmac.verify']);
  });

  it('leaves a second one that is clearly better', () => {
    expect(
      order(item(1, 'Rsa.verify', 0.6), item(2, 'Ec.verify', 0.59), item(3, 'Token.decode', 0.48)),
    ).toEqual(['Rsa.verify', 'Ec.verify', 'Token.decode']);
  });

  it('puts another function before a second one that is hardly better', () => {
    expect(
      order(item(1, 'Rsa.verify', 0.6), item(2, 'Ec.verify', 0.5), item(3, 'Token.decode', 0.48)),
    ).toEqual(['Rsa.verify', 'Token.decode', 'Ec.verify']);
  });
});
