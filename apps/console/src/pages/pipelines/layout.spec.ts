import { layOut, type DrawnStep } from './layout';

const step = (id: string, on: Record<string, string>, more: Partial<DrawnStep> = {}): DrawnStep => ({
  id,
  service: 'retriever',
  action: 'fetch',
  on,
  end: false,
  guard: false,
  ...more,
});
const STEPS = [
  step('done', {}, { end: true }),
  step('fetch', { ok: 'ask', empty: 'ask' }),
  step('ask', { answer: 'done', need: 'guard' }),
  step('guard', { again: 'fetch', stop: 'done' }, { guard: true }),
  step('left', { ok: 'done' }),
];

describe('the layout of a pipeline', () => {
  const { boxes, ways, width, height } = layOut('fetch', STEPS);

  it('has the steps as a turn meets them, then those that none meets', () => {
    expect(boxes.map((box) => box.step.id)).toEqual(['fetch', 'ask', 'done', 'guard', 'left']);
  });

  it('has one way for all outcomes that lead to the same step', () => {
    expect(ways.map(({ from, to, outcomes }) => [from, to, outcomes.join()])).toEqual([
      ['fetch', 'ask', 'ok,empty'],
      ['ask', 'done', 'answer'],
      ['ask', 'guard', 'need'],
      ['guard', 'fetch', 'again'],
      ['guard', 'done', 'stop'],
      ['left', 'done', 'ok'],
    ]);
    for (const { points } of ways) {
      expect(points.length).toBeGreaterThan(1);
      expect(points.every(({ x }) => x >= 0 && x <= width)).toBe(true);
    }
  });

  it('lets no box lie on another or outside', () => {
    for (const box of boxes) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
      for (const other of boxes) {
        const apart =
          box.x + box.width <= other.x ||
          other.x + other.width <= box.x ||
          box.y + box.height <= other.y ||
          other.y + other.height <= box.y;
        expect(box === other || apart).toBe(true);
      }
    }
  });
});
