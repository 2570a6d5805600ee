import { openReranker } from './adapters';

describe('openReranker', () => {
  it('opens a server by its URL, and nothing for none', () => {
    expect(openReranker('none')).toBeNull();
    expect(openReranker('http://localhost:8080/v1')?.id).toBe('http/localhost:8080');
    expect(openReranker('https://rerank.example/v1', { model: 'm' })?.id).toBe('http/m');
  });

  it.each(['', 'localhost:8080', 'sk-geheim', 'ftp://geheim.example', 'http://me:geheim@rerank.example'])(
    'rejects "%s" with the supported forms, and never repeats it',
    (url) => {
      const open = () => openReranker(url);
      expect(open).toThrow(/^RERANKER_URL .*supported: none, https:\/\/HOST\/PATH$/);
      expect(open).not.toThrow(/geheim/);
    },
  );
});
