import { randomBytes } from 'node:crypto';
import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { openSearchIndex } from '../adapters';
import { searchIndexConformance } from '../conformance';
import { INT8_HNSW } from './meta';
import { deleteEverything } from './testing/delete-everything';

describeWithElasticsearch('ElasticsearchSearchIndex', (url) => {
  searchIndexConformance({
    name: 'elasticsearch',
    vectorIndex: INT8_HNSW,
    create: async () => {
      const prefix = `test-${randomBytes(6).toString('hex')}`;
      return {
        open: async () => openSearchIndex(`elasticsearch:${url}/${prefix}`),
        dispose: () => deleteEverything(url, prefix),
      };
    },
  });
});
