import { testWeightOf } from './item-weight';
import { evidence } from './testing/evidence';

const code = (path: string) => evidence(1, path, 'run();', { language: 'csharp' });

describe('the weight of tests and examples', () => {
  it.each([
    ['When is a message sent again?', 'src/Send.cs', 1],
    ['When is a message sent again?', 'test/SendTests.cs', 0.45],
    ['When is a message sent again?', 'samples/Shop/Program.cs', 0.45],
    ['How do I send a message again?', 'samples/Shop/Program.cs', 1],
    ['Which sample sends a message again?', 'samples/Shop/Program.cs', 1],
    ['Which tests cover sending?', 'test/SendTests.cs', 1],
  ])('%s %s: %d', (question, path, weight) => {
    expect(testWeightOf(question, code(path))).toBe(weight);
  });

  it('is that of any page for one in a folder of examples', () => {
    const page = evidence(1, 'docs/send.md', 'A message is sent again.', { language: 'markdown' });
    expect(testWeightOf('When is a message sent again?', page)).toBe(1);
  });
});
