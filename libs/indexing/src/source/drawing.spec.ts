import { unlessDrawing } from './drawing';

const svg = (inner: string) => ({
  kind: 'text' as const,
  text: `<svg xmlns="http://www.w3.org/2000/svg">\n<path d="M4 2h16v20z"/>\n${inner}\n</svg>\n`,
});

describe('unlessDrawing', () => {
  it.each([
    '<text x="4">Orders</text>',
    '<svg:tspan>Orders</svg:tspan>',
    '<title>Order flow</title>',
    '<desc>How an order is paid</desc>',
    '<foreignObject><p>Orders</p></foreignObject>',
    '<script>pay()</script>',
    '<g aria-label="Orders"/>',
  ])('keeps a drawing with %s', (inner) =>
    expect(unlessDrawing('docs/flow.svg', svg(inner))).toEqual(svg(inner)),
  );

  it.each(['', '<style>.text { fill: red }</style>', '<g id="title"/>'])(
    'skips a drawing of coordinates alone: %s',
    (inner) =>
      expect(unlessDrawing('docs/Logo.SVG', svg(inner))).toEqual({
        kind: 'binary',
        reason: 'a drawing without text (SVG); pictures are not read',
      }),
  );

  it('leaves other files as they are', () => {
    expect(unlessDrawing('docs/flow.xml', svg(''))).toEqual(svg(''));
    expect(unlessDrawing('a.svg', { kind: 'binary', reason: 'NUL' })).toEqual({
      kind: 'binary',
      reason: 'NUL',
    });
  });
});
