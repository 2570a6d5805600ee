import { loadReaders, type Readers } from '../readers';

let readers: Readers;
beforeAll(async () => {
  readers = await loadReaders();
});

/** Edges of code, `from KIND to @line`, without languages and the numbers of routes. */
function edgesOf(files: Readonly<Record<string, string>>): readonly string[] {
  const facts = Object.entries(files).map(([path, text]) => readers.extractFor(path)!(path, text));
  const short = (key: string): string => key.replace(/^[a-z]+:/, '').replace(/~\d+/, '');
  return readers.link
    .all(facts)
    .graph.flatMap(({ edges }) => edges)
    .filter(({ kind, to }) => ['CALLS', 'USES'].includes(kind) && !to.startsWith('package:'))
    .map(({ from, kind, to, line }) => `${short(from)} ${kind} ${short(to)} @${line}`);
}

const SERVICE = 'export function find() {}\nexport function save() {}\n';

describe('what a handler without a name calls', () => {
  it('is called by its route, and not by the file; each route has its own calls', () => {
    const api = [
      "import { find, save } from './service';",
      "app.get('/a', async (req, res) => {",
      '  res.json(await find());',
      '});',
      "app.post('/a', (req, res) => {",
      '  save(req.body);',
      '  res.json(find());',
      '});',
      'find();',
      '',
    ].join('\n');
    expect(edgesOf({ 'service.js': SERVICE, 'api.js': api })).toEqual([
      'GET /a|ROUTE CALLS service.find|FUNCTION @3',
      'POST /a|ROUTE CALLS service.save|FUNCTION @6',
      'POST /a|ROUTE CALLS service.find|FUNCTION @7',
      'api.js|FILE CALLS service.find|FUNCTION @9',
    ]);
  });

  it('is called by its route where a function registers it; the function uses the route', () => {
    const go = [
      'package a',
      'func setup(r *gin.Engine) {',
      '\topen()',
      '\tr.GET("/a", func(c *gin.Context) {',
      '\t\tload()',
      '\t})',
      '}',
      'func open() {}',
      'func load() {}',
      '',
    ].join('\n');
    expect(edgesOf({ 'a.go': go })).toEqual([
      'a.setup|FUNCTION CALLS a.open|FUNCTION @3',
      'a.setup|FUNCTION USES GET /a|ROUTE @4',
      'GET /a|ROUTE CALLS a.load|FUNCTION @5',
    ]);
  });

  it('is called by no route in a test, which serves routes in the middle of what it tests', () => {
    const test = "import { find } from './service';\napp.get('/a', (req, res) => {\n  find();\n});\n";
    expect(edgesOf({ 'service.js': SERVICE, 'api.test.js': test })).toEqual([
      'api.test.js|FILE CALLS service.find|FUNCTION @3',
    ]);
  });
});

it('a function of another file that a route is given is called by it', () => {
  const api = "import { find } from './service';\nrouter.get(\n  '/a',\n  auth,\n  find,\n);\n";
  expect(edgesOf({ 'service.js': SERVICE, 'api.js': api })).toEqual([
    'GET /a|ROUTE CALLS service.find|FUNCTION @5',
  ]);
});
