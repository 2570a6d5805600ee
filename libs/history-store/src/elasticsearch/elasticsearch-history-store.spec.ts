import { randomBytes } from 'node:crypto';
import { describeWithElasticsearch } from '../../../../test/servers/servers';
import { openHistoryStore } from '../adapters';
import { historyStoreConformance } from '../conformance';

describeWithElasticsearch('history on Elasticsearch', (server) => {
  historyStoreConformance({
    name: 'elasticsearch',
    create: async () => {
      const prefix = `h${randomBytes(6).toString('hex')}`;
      return {
        open: async () => openHistoryStore(`elasticsearch:${server}/${prefix}`),
        dispose: async () => {
          await fetch(`${server}/${prefix}.history-v1`, { method: 'DELETE' });
        },
      };
    },
  });
});
