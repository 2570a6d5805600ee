import { DocumentIndex, STORED, type IndexShape, type ServerOptions } from '@quarry/elasticsearch';
import type { SessionDocument, TurnDocument } from './documents';

const SETTING = 'HISTORY_STORE_URL';

const SHAPE: IndexShape = {
  name: 'history',
  what: 'the history',
  format: 1,
  properties: {
    kind: { type: 'keyword' },
    tenant: { type: 'keyword' },
    session: { type: 'keyword' },
    epoch: { type: 'keyword' },
    asked_at: { type: 'long' },
    last_asked_at: { type: 'long' },
    // Statistics read these in bulk, without the bodies.
    record: { type: 'keyword', index: false },
    body: STORED,
    name: STORED,
    turns: STORED,
    summary: STORED,
    erasing: STORED,
  },
};

/** The index of all conversations under a prefix. */
export class HistoryIndex extends DocumentIndex<SessionDocument | TurnDocument> {
  constructor(url: string, options: ServerOptions) {
    super(SETTING, url, SHAPE, options);
  }
}
