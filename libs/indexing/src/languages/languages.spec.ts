import { UNGRAPHED_EXTENSIONS } from '@quarry/graph-store';
import { extractorFor } from './languages';

describe('the languages of the code graph', () => {
  it.each(UNGRAPHED_EXTENSIONS)('do not read %s, as the report of an index run says', (extension) => {
    expect(extractorFor(`a${extension}`)).toBeNull();
  });
});
