import { hashOfFile } from './read-files';

const CODE = Buffer.from('class A {}');

describe('the hash of what was read of a file', () => {
  it('is, of languages that were there before versions were counted, the one that stands in every index', () => {
    expect(hashOfFile(CODE, '')).toBe('2dce3fb3cd75cbf0f3f95724583cd5bc7d72fe0c4f6b321fea1f671bdddf391c');
  });

  it('is another one for a new language, and for each version of it', () => {
    const hashes = ['', 'kotlin@1', 'kotlin@2', 'java@1'].map((reader) => hashOfFile(CODE, reader));
    expect(new Set(hashes).size).toBe(4);
  });

  it('is another one for other bytes', () => {
    expect(hashOfFile(Buffer.from('class B {}'), 'java@1')).not.toBe(hashOfFile(CODE, 'java@1'));
  });
});
