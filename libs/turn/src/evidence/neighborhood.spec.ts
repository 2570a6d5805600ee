import { tellingNodes } from './neighborhood';

const node = (kind: string, key = kind) => ({ key: `${key}|${kind}`, kind, name: key, depth: 0 });
const kinds =
  'TYPE METHOD FUNCTION TABLE VIEW PROC SQL_FUNCTION TRIGGER MIGRATION ENTITY FILE NAMESPACE FIELD'.split(
    ' ',
  );

it('nodes say something by themselves, but for files, namespaces and fields of types', () => {
  const nodes = [...kinds.map((kind) => node(kind)), node('FIELD', 'of-file'), node('FIELD', 'used')];
  const edges = [
    { kind: 'DEFINES', from: 'a.ts|FILE', to: 'of-file|FIELD' },
    { kind: 'DEFINES', from: 'A|TYPE', to: 'FIELD|FIELD' },
    { kind: 'READS', from: 'a.ts|FILE', to: 'used|FIELD' },
  ];
  expect(tellingNodes({ entries: [], nodes, edges }).map(({ key }) => key)).toEqual([
    ...kinds.slice(0, 10).map((kind) => `${kind}|${kind}`),
    'of-file|FIELD',
  ]);
});
