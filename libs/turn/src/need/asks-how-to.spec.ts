import { asksHowTo } from './asks-how-to';

describe('asksHowTo', () => {
  it.each([
    'How do I make an option required?',
    'how can we read a setting from the environment?',
    'How to stop a worker?',
    'What is the best way to test a command?',
    "What's the way to add a header?",
    'Can I use it without Redis?',
    '  How\n should   one deploy it?',
  ])('is true for what a user wants to do: %s', (question) => {
    expect(asksHowTo(question)).toBe(true);
  });

  it.each([
    'How does the parser read an option?',
    'How is a failed request retried?',
    'What happens when the file is missing?',
    'Who calls taxOf?',
    'What is the way out of the loop called?',
    'How do workers claim a hop?',
    '',
  ])('is false for how it works inside: %s', (question) => {
    expect(asksHowTo(question)).toBe(false);
  });
});
