import fc from 'fast-check';
import { readChatRequest } from './chat-request';
import type { Conversation } from './conversation';
import { NEXT_VERSION } from './versions';

const readConversation = (messages: unknown): Conversation => {
  const { question, conversation } = readChatRequest({ model: 'code', messages });
  return { question, conversation };
};

const said = (...messages: readonly (readonly [role: string, content: unknown])[]) =>
  readConversation(messages.map(([role, content]) => ({ role, content })));

describe('readConversation', () => {
  it('takes the last message of the user for the question, and what was said before it in pairs', () => {
    expect(
      said(
        ['system', 'be kind'],
        ['user', 'one'],
        ['assistant', '1'],
        ['developer', 'be brief'],
        ['user', 'two'],
        ['assistant', null],
        ['tool', 'a result'],
        ['assistant', '2'],
        ['user', 'three'],
      ),
    ).toEqual({
      question: 'three',
      conversation: [
        { question: 'one', answer: '1' },
        { question: 'two', answer: '2' },
      ],
    });
  });

  it('passes over what stands behind the question, and says where an answer is missing', () => {
    expect(said(['user', 'one'], ['user', 'two'], ['assistant', 'so be it:'])).toEqual({
      question: 'two',
      conversation: [{ question: 'one', answer: '(no answer was given)' }],
    });
    expect(said(['assistant', 'hello'], ['user', 'one']).conversation).toEqual([]);
  });

  it('keeps the last version of an answer that was streamed in several', () => {
    const streamed = `Not known yet.${NEXT_VERSION}It retries.${NEXT_VERSION}It retries twice [1].`;
    expect(said(['user', 'one'], ['assistant', streamed], ['user', 'two']).conversation).toEqual([
      { question: 'one', answer: 'It retries twice [1].' },
    ]);
  });

  it('joins parts of text', () => {
    const parts = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ];
    expect(said(['user', parts]).question).toBe('one\ntwo');
  });

  it.each([
    [null, 'bad_request'],
    [[], 'bad_request'],
    ['hello', 'bad_request'],
    [[1], 'bad_request'],
    [[{ role: 'user' }], 'question_empty'],
    [[{ role: 'user', content: '  ' }], 'question_empty'],
    [[{ role: 'assistant', content: 'x' }], 'question_empty'],
    [[{ role: 'king', content: 'x' }], 'bad_request'],
    [[{ role: 'user', content: 7 }], 'bad_request'],
    [[{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }], 'bad_request'],
    [[{ role: 'user', content: [null] }], 'bad_request'],
  ])('refuses %j', (messages, code) => {
    expect(() => readConversation(messages)).toThrow(expect.objectContaining({ code }));
  });

  it('names the field that is wrong', () => {
    const messages = [{ role: 'user', content: 'hello' }, { role: 'king' }, 7];
    expect(() => readConversation(messages)).toThrow(
      "'messages[1].role' must be one of system, developer, user, assistant, tool, function. " +
        "'messages[2]' must be an object with a role and a content.",
    );
  });

  it('keeps the newest exchanges, within limits, whatever is said', () => {
    const message = fc.record({
      role: fc.constantFrom('user', 'assistant', 'system', 'tool'),
      content: fc.oneof(fc.string(), fc.constant('x'.repeat(30_000))),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 150 }), (messages) => {
        const all = [...messages, { role: 'user', content: 'the question' }];
        const { question, conversation } = readConversation(all);
        expect(question).toBe('the question');
        expect(conversation.length).toBeLessThanOrEqual(50);
        const characters = conversation.map((one) => one.question.length + one.answer.length);
        expect(characters.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(64_000);
        const asked = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
        expect(asked.slice(asked.length - conversation.length)).toEqual(
          conversation.map((one) => one.question),
        );
      }),
    );
  });
});
