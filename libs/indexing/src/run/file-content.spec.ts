import { hashOfFile } from './file-content';

const CODE = Buffer.from('class A {}');

describe('the hash of a file and its reader', () => {
  it('stays the stored one for languages that predate versions', () => {
    expect(hashOfFile(CODE, '')).toBe('2dce3fb3cd75cbf0f3f95724583cd5bc7d72fe0c4f6b321fea1f671bdddf391c');
  });

  it('differs for a new language, and for each of its versions', () => {
    const hashes = ['', 'kotlin@1', 'kotlin@2', 'java@1'].map((reader) => hashOfFile(CODE, reader));
    expect(new Set(hashes).size).toBe(4);
  });

  it('differs for different bytes', () => {
    expect(hashOfFile(Buffer.from('class B {}'), 'java@1')).not.toBe(hashOfFile(CODE, 'java@1'));
  });
});
