interface Hit {
  readonly _id: string;
  readonly _source: SessionFields;
}

/** The fields of a session's document that tests change. */
interface SessionFields {
  readonly turns: readonly string[];
  readonly epoch: string;
  readonly erasing: readonly string[];
}

/** The raw index of a history store on the server, to create the states that a crash leaves. */
export class RawIndex {
  readonly url: string;
  private readonly index: string;

  constructor(server: string, prefix: string) {
    this.url = `elasticsearch:${server}/${prefix}`;
    this.index = `${server}/${prefix}.history-v1`;
  }

  /** Changes the only document of a kind. */
  async edit(kind: 'session', change: (document: SessionFields) => Partial<SessionFields>): Promise<void> {
    await this.send('POST', '_refresh');
    const { hits } = (await this.send('POST', '_search', { query: { term: { kind } } })) as {
      hits: { hits: Hit[] };
    };
    const [hit] = hits.hits;
    if (hit === undefined || hits.hits.length > 1)
      throw new Error(`${hits.hits.length} documents of ${kind}`);
    await this.send('PUT', `_doc/${hit._id}`, { ...hit._source, ...change(hit._source) });
  }

  /** Documents of any kind. */
  async count(): Promise<number> {
    await this.send('POST', '_refresh');
    return ((await this.send('GET', '_count')) as { count: number }).count;
  }

  async setFormat(quarry: number): Promise<void> {
    await this.send('PUT', '_mapping', { _meta: { quarry } });
  }

  async drop(): Promise<void> {
    await fetch(this.index, { method: 'DELETE' });
  }

  private async send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.index}/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  }
}
