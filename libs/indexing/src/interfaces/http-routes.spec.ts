import { loadReaders, type Readers } from '../readers';

let readers: Readers;
beforeAll(async () => {
  readers = await loadReaders();
});

const nodesOf = (path: string, text: string) =>
  (readers.extractFor(path)?.(path, text).interfaces?.nodes ?? []).filter(({ kind }) => kind === 'ROUTE');

const routesOf = (path: string, text: string): readonly string[] =>
  nodesOf(path, text).map(({ name, startLine, endLine }) => `${name} ${startLine}-${endLine}`);

describe('a route that a call registers', () => {
  it('has the lines of the call, and its text', () => {
    const text = "app.get('/orders', auth, async (req, res) => {\n  res.json(')');\n});\ndone();\n";
    const [route] = nodesOf('a.js', text);
    expect(route).toMatchObject({ startLine: 1, endLine: 3, signature: text.split('\n')[0] });
    expect(route?.text).toBe(text.slice(0, text.indexOf('\ndone')));
  });

  it.each<readonly [string, string, readonly string[]]>([
    ['a.js', "app.get('/a', (q) => {\n  // )\n  /* ) */ f(`) ${g(`)`)}`, /[)]\\)/);\n});\n", ['GET /a 1-4']],
    [
      'a.go',
      'package a\nfunc main() {\n\tr.GET("/a", func(c *gin.Context) {\n\t\tf(")", \')\')\n\t})\n}\n',
      ['GET /a 3-5'],
    ],
    [
      'a.go',
      'package a\nfunc main() {\n\thttp.HandleFunc("/a", func(w W, r *R) {\n\t\tf(`)`)\n\t})\n}\n',
      ['ANY /a 3-5'],
    ],
    ['a.ts', "const api = new Hono();\napi.get('/a', (x) =>\n  x.text('a'),\n);\n", ['GET /a 2-4']],
    ['a.ts', "shop.post('/a', async (ctx) => {\n  ctx.body = 1;\n});\n", ['POST /a 1-3']],
    ['a.js', "router.get('orders', '/a/:id', show);\n", ['GET /a/{id} 1-1']],
    ['A.cs', 'app.MapGet("/a", () =>\n  Load());\n', ['GET /a 1-2']],
    [
      'a.js',
      "router.get('/a', first);\nother.get('/a', (req, res) => res.end());\n",
      ['GET /a 1-1', 'GET /a 2-2'],
    ],
    [
      'a.js',
      "router\n  .get('/a', list)\n  .post('/a/:id', (ctx) => {\n    f();\n  })\n  .del('/b', g);\n",
      ['GET /a 1-2', 'POST /a/{id} 3-5', 'DELETE /b 6-6'],
    ],
    ['a.js', "router\n  .route('/a')\n  .get(find)\n  .post(auth, save);\n", ['GET /a 1-3', 'POST /a 4-4']],
  ])('%s: %s', (path, text, expected) => {
    expect(routesOf(path, text)).toEqual(expected);
  });

  it.each([
    ['a.py', '"""Serve it:\n\n    @app.route("/x")\n    def x():\n        pass\n"""\n'],
    ['a.py', "def f():\n    '''\n    @bp.get('/x')\n    '''\n"],
    ['a.ts', "/**\n * @example\n   app.get('/x', run);\n */\nfunction f() {}\n"],
    ['a.ts', "run(); // app.get('/x', run);\n"],
    ['a.ts', "const page = `\n  app.get('/x', run);\n`;\n"],
    ['a.go', 'package a\n/*\n r.GET("/x", run)\n*/\n'],
    ['A.java', '/**\n <pre>\n @GetMapping("/x")\n </pre>\n */\nclass A {}\n'],
    ['a.ts', "cache.get('/x', 1);\nmap.get('/x', (value) => value);\n"],
  ])('is none in %s: %s', (path, text) => {
    expect(routesOf(path, text)).toEqual([]);
  });
});

describe('the prefix of a router', () => {
  it.each<readonly [string, string, string]>([
    ['a.js', "const r = express.Router();\nr.get('/a', f);\napp.use('/v1', auth, r);\n", 'GET /v1/a'],
    [
      'a.js',
      "const a = Router();\nconst b = Router();\nb.get('/c', f);\na.use('/b', b);\napp.use('/a', a);\n",
      'GET /a/b/c',
    ],
    ['a.js', "const router = new Router({ prefix: '/users' });\nrouter.get('/:id', f);\n", 'GET /users/{id}'],
    ['a.js', "const r = new KoaRouter();\nr.prefix('/v1');\nr.get('/a', f);\n", 'GET /v1/a'],
    ['a.ts', "const app = new Hono().basePath('/api');\napp.get('/a', f);\n", 'GET /api/a'],
    [
      'a.ts',
      "const books = new Hono();\nbooks.get('/:id', f);\napp.route('/books', books);\n",
      'GET /books/{id}',
    ],
    [
      'a.ts',
      "fastify.register(async (inner) => {\n  inner.get('/a', async (request) => f());\n}, { prefix: '/v1' });\n",
      'GET /v1/a',
    ],
    [
      'a.go',
      'package a\nfunc main() {\n  v1 := r.Group("/v1")\n  users := v1.Group("/users")\n  users.GET("/:id", load)\n}\n',
      'GET /v1/users/{id}',
    ],
    [
      'a.go',
      'package a\nfunc main() {\n  r.Route("/orders", func(r chi.Router) {\n    r.Get("/{id}", load)\n  })\n}\n',
      'GET /orders/{id}',
    ],
    [
      'a.go',
      'package a\nfunc main() {\n  s := r.PathPrefix("/v1").Subrouter()\n  s.HandleFunc("/a", load)\n}\n',
      'ANY /v1/a',
    ],
    [
      'a.py',
      "r = APIRouter(prefix='/a')\n@r.get('/b')\ndef f():\n    pass\napp.include_router(r, prefix='/v1')\n",
      'GET /v1/a/b',
    ],
    [
      'a.py',
      "x = Blueprint('x', __name__, url_prefix='/x')\ny = Blueprint('y', __name__)\n@y.route('/b')\ndef f():\n    pass\n",
      'GET /b',
    ],
  ])('in %s is a part of its routes: %s', (path, text, route) => {
    expect(nodesOf(path, text).map(({ name }) => name)).toEqual([route]);
  });
});
