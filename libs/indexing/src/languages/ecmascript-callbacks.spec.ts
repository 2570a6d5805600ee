import { graphOf } from '../link/testing/graph-of';

describe('TypeScript: parameters without a type take what the called function declares', () => {
  const FILES = {
    'stream.ts': `export class Sink<T> { next(value: T): void {} }
export class Store { save(): void {} }
export class Source {
  constructor(start?: (this: Source, sink: Sink<number>) => (() => void) | void) {}
  each(done: ((store: Store, index: number) => void) | null): void {}
}
export function operate(init: (source: Source, sink: Sink<string>) => void): void {}
export function plain(count: number): void {}
`,
    'main.ts': `import { operate, plain, Source } from './stream';
operate((source, sink) => {
  source.each((store) => store.save());
  sink.next('a');
});
const made = new Source((sink) => sink.next(1));
plain((sink) => sink.next(2));
`,
  };

  it('of a function, a constructor and a method', async () => {
    const { edges } = await graphOf(FILES);
    expect(edges.filter((edge) => edge.startsWith('main') && edge.includes(' CALLS '))).toEqual([
      'main.ts|FILE CALLS stream.operate|FUNCTION',
      'main.ts|FILE CALLS stream.Source.each|METHOD',
      'main.ts|FILE CALLS stream.Store.save|METHOD',
      'main.ts|FILE CALLS stream.Sink.next|METHOD',
      'main.made|FIELD CALLS stream.Sink.next|METHOD',
      'main.made|FIELD CALLS stream.Source.constructor|METHOD',
      'main.ts|FILE CALLS stream.plain|FUNCTION',
    ]);
  });

  it('and nothing where it declares no function', async () => {
    const { edges } = await graphOf({
      ...FILES,
      'main.ts': FILES['main.ts'].replace(/^.*made.*$/m, '').replace(/^operate[^]*?^}\);$/m, ''),
    });
    expect(edges.filter((edge) => edge.startsWith('main') && edge.includes(' CALLS '))).toEqual([
      'main.ts|FILE CALLS stream.plain|FUNCTION',
    ]);
  });
});
