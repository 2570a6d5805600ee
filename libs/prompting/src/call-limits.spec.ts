import { aTurn } from '@quarry/engine/testing';
import fc from 'fast-check';
import { excess, isRoomEnough, msToAnswer, replyRoom } from './call-limits';

const prices = [{ model: 'm', input: 10, output: 100 }];
const turn = aTurn();
const after = (inputTokens: number, outputTokens: number) => ({
  spent: { ...turn.spent, inputTokens, outputTokens },
});

describe('the room of a reply', () => {
  it.each([
    [{ max_turn_tokens: 0, max_turn_cost: 0, prices }, 500, Infinity],
    [{ max_turn_tokens: 1_000, max_turn_cost: 0, prices }, 500, 300],
    [{ max_turn_tokens: 700, max_turn_cost: 0, prices }, 500, 0],
    [{ max_turn_tokens: 1, max_turn_cost: 0, prices }, 500, -699],
    // 500 tokens of prompt cost 0.005, each token of the reply 0.0001.
    [{ max_turn_tokens: 0, max_turn_cost: 0.0151, prices }, 500, 101],
    [{ max_turn_tokens: 0, max_turn_cost: 1, prices: [] }, 500, Infinity],
  ])('%j, a prompt of %d tokens: %d', (limits, input, room) => {
    expect(replyRoom(after(150, 50), limits, 'm', input)).toBe(room);
  });

  it('counts calls of the step that runs', () => {
    const made = [{ model: 'm', inputTokens: 100, outputTokens: 20 }];
    expect(replyRoom(turn, { max_turn_tokens: 500, max_turn_cost: 0, prices }, 'm', 200, made)).toBe(180);
  });

  it('prompt and reply never exceed the budget if the room is enough', () => {
    fc.assert(
      fc.property(
        fc.nat(5_000),
        fc.nat(5_000),
        fc.integer({ min: 1, max: 9_000 }),
        fc.nat(4_000),
        (input, used, most, wanted) => {
          const room = replyRoom(
            after(used, 0),
            { max_turn_tokens: most, max_turn_cost: 0, prices },
            'm',
            input,
          );
          if (isRoomEnough(room, wanted))
            expect(used + input + Math.min(room, wanted)).toBeLessThanOrEqual(most);
          else expect(isRoomEnough(room + excess(room, wanted), wanted)).toBe(true);
        },
      ),
    );
  });
});

it('a model has time until a share of the turn remains for its end, at most 5 s', () => {
  expect(msToAnswer({ askedAt: 0, deadline: 2_000 }, 0)).toBe(1_500);
  expect(msToAnswer({ askedAt: 0, deadline: 300_000 }, 0)).toBe(295_000);
  expect(msToAnswer({ askedAt: 0, deadline: 2_000 }, 1_600)).toBeLessThan(0);
});
