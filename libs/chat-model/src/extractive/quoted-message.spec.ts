import { answerReply } from './answer.task';
import { readEvidence } from './relevance';
import { evidence, inputs } from './testing/evidence';

const SCATTERED =
  'fn get_cart_locked_by() {\n    print("by the locked cart: is it so, do I get the cart?");\n}';
const LONG = `fn close(order: Order) {\n${'    step(order);\n'.repeat(40)}    bail!("The cart is locked by {worker}");\n${'    step(order);\n'.repeat(40)}}`;

describe('evidence in which a quoted message stands', () => {
  const read = (question: string) =>
    readEvidence(question, [
      evidence(1, 'tests/cart.rs', 'fn locks() {\n    assert(says("The cart is locked by"));\n}'),
      evidence(2, 'src/lock.rs', SCATTERED, { symbol: 'lock.get_cart_locked_by' }),
      evidence(3, 'src/close.rs', LONG),
    ]);
  const scoreOf = (question: string, n: number): number =>
    read(question).items.find((item) => item.evidence.n === n)?.score ?? 0;
  const QUOTED = 'Why do I get "the cart is locked by"?';
  const PLAIN = 'Why do I get the cart that is locked by?';

  it('leads, code before tests, and its line is the best of the evidence', () => {
    const { items } = read(QUOTED);
    const [first] = items;
    expect(first?.evidence.n).toBe(3);
    expect(first?.lineScores.indexOf(Math.max(...first.lineScores))).toBe(41);
    expect(scoreOf(QUOTED, 3)).toBeGreaterThan(scoreOf(QUOTED, 1));
  });

  it.each(['Why do I get "the cart is locked by anna"?', "Why do I get 'the cart is locked by anna'?"])(
    'leads with a value in it: %s',
    (question) => {
      expect(read(question).items[0]?.evidence.n).toBe(3);
      expect(scoreOf(question, 3) - scoreOf(PLAIN, 3)).toBeGreaterThan(1);
    },
  );

  it('is raised for the quotation alone: the same words elsewhere, or without quotes, are not', () => {
    expect(scoreOf(QUOTED, 3) - scoreOf(PLAIN, 3)).toBeGreaterThan(1);
    expect(Math.abs(scoreOf(QUOTED, 2) - scoreOf(PLAIN, 2))).toBeLessThan(0.5);
  });

  it('has values that no passage needs to mention', () => {
    const given = { question: 'Why do I get "The cart is locked by ANNA_1"?', stopped: true };
    const reply = (text: string): string =>
      answerReply(inputs({ ...given, evidence: [evidence(1, 'src/close.rs', text)] }), 1_500);
    expect(reply(LONG)).not.toContain('Not found');
    expect(reply(LONG)).toMatch(
      /^\[Answer:\] What the question quotes is in `src\/close\.rs`, line 42 \[1\]\./,
    );
    expect(reply(LONG.replace('cart is', 'cart of'))).toContain('- `ANNA_1`: no passage');
  });
});
