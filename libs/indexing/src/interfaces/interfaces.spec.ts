import { loadReaders, type Readers } from '../readers';

let readers: Readers;
beforeAll(async () => {
  readers = await loadReaders();
});

/** What a file offers and takes: `KIND name @line`, and `from KIND to @line`. */
function factsOf(path: string, text: string): readonly string[] {
  const { nodes = [], edges = [] } = readers.extractFor(path)?.(path, text).interfaces ?? {};
  const shown = (key: string): string => key.replace(/^file:.*\|FILE$/, 'file').replace(/\|[A-Z_]+$/, '');
  return [
    ...nodes
      .filter(({ kind }) => kind !== 'LINE')
      .map(({ kind, name, startLine }) => `${kind} ${name} @${startLine}`),
    ...edges
      .filter(({ kind }) => kind !== 'DEFINES')
      .map(({ from, kind, to, line }) => `${shown(from)} ${kind} ${shown(to)} @${line}`),
  ];
}

describe('routes that code serves', () => {
  it.each<readonly [string, string, readonly string[]]>([
    [
      'a.ts',
      "app.post('/v1/orders', create);\nfunction create() {}\n",
      ['POST /v1/orders', 'typescript:a.create'],
    ],
    ['a.js', "router.get('/orders/:id', auth, async (req) => {});\n", ['GET /orders/{id}']],
    ['a.ts', "fastify.get<{ Params: P }>('/orders/:id?full', load);\n", ['GET /orders/{id}']],
    ['a.ts', "app.route('/orders').delete(remove);\n", ['DELETE /orders']],
    ['a.ts', "app.route({\n  method: 'PUT',\n  url: '/orders/:id',\n});\n", ['PUT /orders/{id}']],
    ['a.ts', "app.route({ path: '/orders', method: 'PATCH' });\n", ['PATCH /orders']],
    [
      'a.ts',
      "@Controller('v1/orders')\nclass Orders {\n  @Post(':id/pay')\n  pay() {}\n}\n",
      ['POST /v1/orders/{id}/pay', 'typescript:a.Orders.pay'],
    ],
    [
      'A.java',
      '@RequestMapping("/v1")\nclass A {\n  @GetMapping("/orders/{id}")\n  void load() {}\n}\n',
      ['GET /v1/orders/{id}', 'java:A.load'],
    ],
    [
      'A.cs',
      '[Route("api/[controller]")]\nclass OrdersController {\n  [HttpGet("{id:int}")]\n  void Load() {}\n}\n',
      ['GET /api/orders/{id}', 'csharp:OrdersController.Load'],
    ],
    ['A.cs', 'app.MapPost("/orders", Create);\n', ['POST /orders']],
    [
      'a.py',
      "@app.route('/orders/<int:id>', methods=['PUT'])\ndef change(id):\n    pass\n",
      ['PUT /orders/{id}', 'python:a.change'],
    ],
    [
      'a.py',
      "bp = Blueprint('orders', __name__, url_prefix='/v1')\n@bp.get('/orders')\ndef all():\n    pass\n",
      ['GET /v1/orders', 'python:a.all'],
    ],
    ['shop/urls.py', "urlpatterns = [\n  path('orders/<int:id>/', views.order),\n]\n", ['ANY /orders/{id}']],
    [
      'a.go',
      'package a\nfunc main() {\n  mux.HandleFunc("POST /orders", create)\n}\nfunc create() {}\n',
      ['POST /orders', 'go:a.create'],
    ],
    [
      'a.go',
      'package a\nfunc main() {\n  r.HandleFunc("/orders/{id:[0-9]+}", load).Methods("GET")\n}\n',
      ['GET /orders/{id}'],
    ],
    ['a.go', 'package a\nfunc main() {\n  g.POST("/orders", create)\n}\n', ['POST /orders']],
    ['a.rb', "get '/orders/:id' do\nend\n", ['GET /orders/{id}']],
    ['a.php', "<?php\nRoute::post('orders', 'OrderController@store');\n", ['POST /orders']],
    ['a.rs', 'fn main() {\n  Router::new().route("/orders", post(create));\n}\n', ['POST /orders']],
    ['a.rs', '#[get("/orders/{id}")]\nasync fn load() {}\n', ['GET /orders/{id}', 'rust:a.load']],
  ])('%s: %s', (path, text, [route, handler]) => {
    const facts = factsOf(path, text);
    expect(facts.filter((fact) => fact.startsWith('ROUTE'))).toEqual([
      expect.stringMatching(`^ROUTE ${escaped(route ?? '')} @`),
    ]);
    const calls = facts.filter((fact) => fact.startsWith('route:'));
    expect(calls.map((fact) => fact.split(' CALLS ')[1]?.replace(/ @\d+$/, ''))).toEqual(
      handler === undefined ? [] : [handler],
    );
  });
});

describe('requests that code makes', () => {
  it.each<readonly [string, string, readonly string[]]>([
    [
      'a.ts',
      'const load = () => fetch(`${BASE}/v1/orders/${order.id}?full=1`);\n',
      ['GET /v1/orders/{}', 'typescript:a.load'],
    ],
    ['a.ts', "fetch('https://shop.example/v1/orders', {\n  method: 'POST',\n});\n", ['POST /v1/orders']],
    ['a.ts', "function f() {\n  return axios.get<Order>('/orders');\n}\n", ['GET /orders', 'typescript:a.f']],
    ['a.ts', "orderApi.del(BASE + '/orders/1');\n", ['DELETE /orders/1']],
    ['a.test.ts', "await request(app).put('/orders/1').send({});\n", ['PUT /orders/1']],
    ['a.test.ts', "await app.inject({ method: 'GET', url: '/orders' });\n", ['GET /orders']],
    ['a.test.ts', "await app.inject({ url: '/orders', method: 'GET' });\n", ['GET /orders']],
    [
      'a.py',
      'def f():\n    return requests.post(f"{BASE}/orders/{id}/pay")\n',
      ['POST /orders/{id}/pay', 'python:a.f'],
    ],
    ['a.py', 'session.request("PATCH", BASE + "/orders")\n', ['PATCH /orders']],
    [
      'a.go',
      'package a\nfunc f() {\n  http.NewRequest("DELETE", fmt.Sprintf("%s/orders/%d", base, id), nil)\n}\n',
      ['DELETE /orders/{}', 'go:a.f'],
    ],
    [
      'a.go',
      'package a\nfunc f() {\n  http.NewRequestWithContext(ctx, http.MethodPut, base+"/orders", nil)\n}\n',
      ['PUT /orders', 'go:a.f'],
    ],
    [
      'a.go',
      'package a\nfunc f() {\n  http.Get("http://localhost:8080/orders")\n}\n',
      ['GET /orders', 'go:a.f'],
    ],
    [
      'A.cs',
      'class A {\n  Task F() => client.PostAsJsonAsync($"orders/{id}", body);\n}\n',
      ['POST /orders/{id}', 'csharp:A.F'],
    ],
    [
      'A.cs',
      'class A {\n  void F() { new HttpRequestMessage(HttpMethod.Get, "/orders"); }\n}\n',
      ['GET /orders', 'csharp:A.F'],
    ],
    [
      'A.java',
      'class A {\n  void f() { rest.getForObject(base + "/orders/{id}", O.class, 1); }\n}\n',
      ['GET /orders/{id}', 'java:A.f'],
    ],
    ['A.java', 'class A {\n  void f() { web.post().uri("/orders"); }\n}\n', ['POST /orders', 'java:A.f']],
    [
      'A.java',
      '@FeignClient("shop")\ninterface A {\n  @GetMapping("/orders")\n  void f();\n}\n',
      ['GET /orders', 'java:A.f'],
    ],
    [
      'A.java',
      'interface A {\n  @DELETE("orders/{id}")\n  void f();\n}\n',
      ['DELETE /orders/{id}', 'java:A.f'],
    ],
    ['a.rb', "conn.post('/orders')\n", ['POST /orders']],
    ['a.php', "<?php\n$this->client->get('/orders');\n", ['GET /orders']],
    ['a.php', "<?php\nHttp::delete('https://shop.example/orders');\n", ['DELETE /orders']],
  ])('%s: %s', (path, text, [request, from = 'file']) => {
    const facts = factsOf(path, text);
    expect(facts.filter((fact) => fact.startsWith('REQUEST'))).toEqual([
      expect.stringMatching(`^REQUEST ${escaped(request ?? '')} @`),
    ]);
    expect(
      facts
        .filter((fact) => fact.includes(' CALLS request:'))
        .map((fact) => fact.split('(')[0]?.split(' ')[0]),
    ).toEqual([from]);
  });

  it.each([
    ['a.ts', "const name = map.get('/key');\n"],
    ['a.ts', "// fetch('/orders')\n"],
    ['a.ts', "client.get('key');\n"],
    ['a.py', 'value = session.get("user")\n'],
    ['a.md', "fetch('/orders')\n"],
  ])('are none in %s: %s', (path, text) => {
    expect(
      readers.extractFor(path) ? factsOf(path, text).filter((fact) => /ROUTE|REQUEST/.test(fact)) : [],
    ).toEqual([]);
  });
});

describe('packages', () => {
  it.each<readonly [string, string, readonly string[]]>([
    [
      'package.json',
      '{"name": "@shop/api", "dependencies": {"fastify": "5"}, "devDependencies": {"tap": "1"}}',
      ['PACKAGE @shop/api @1', 'package:npm/fastify', 'package:npm/tap'],
    ],
    [
      'pyproject.toml',
      '[project]\nname = "Shop_API"\ndependencies = [\n  "itsdangerous>=2",\n  "click[x]",\n]\n',
      ['PACKAGE Shop_API @2', 'package:pypi/itsdangerous', 'package:pypi/click'],
    ],
    [
      'pyproject.toml',
      '[tool.poetry]\nname = "shop"\n[tool.poetry.dependencies]\npython = "3"\nhttpx = "1"\n',
      ['PACKAGE shop @2', 'package:pypi/httpx'],
    ],
    [
      'requirements/dev.txt',
      '# pinned\nflask==3.0 \nruamel.yaml\n-r base.txt\n',
      ['package:pypi/flask', 'package:pypi/ruamel-yaml'],
    ],
    ['setup.cfg', '[metadata]\nname = shop\n', ['PACKAGE shop @2']],
    [
      'go.mod',
      'module github.com/acme/shop/v2\n\nrequire (\n\tgithub.com/gorilla/mux v1.8.0\n)\n',
      ['PACKAGE github.com/acme/shop/v2 @1', 'package:go/github.com/gorilla/mux'],
    ],
    [
      'src/Shop.Api.csproj',
      '<Project>\n<PackageReference Include="Dapper" Version="2" />\n</Project>',
      ['PACKAGE Shop.Api @1', 'package:nuget/dapper'],
    ],
    [
      'pom.xml',
      '<project>\n<groupId>com.acme</groupId><artifactId>shop</artifactId>\n<dependencies><dependency><groupId>org.x</groupId><artifactId>y</artifactId></dependency></dependencies>\n</project>',
      ['PACKAGE com.acme:shop @2', 'package:maven/org.x:y'],
    ],
    ['build.gradle', "dependencies {\n  implementation 'org.x:y:1.0'\n}\n", ['package:maven/org.x:y']],
  ])('of %s: %s', (path, text, expected) => {
    expect(factsOf(path, text).map((fact) => fact.replace(/^file DEPENDS_ON (\S+) @\d+$/, '$1'))).toEqual(
      expected,
    );
  });

  it.each<readonly [string, string, readonly string[]]>([
    [
      'a.ts',
      "import { create as make, Store } from '@acme/store';\nimport './local';\nimport fs from 'node:fs';\nfunction f(s: Store) {\n  make();\n}\n",
      [
        'file DEPENDS_ON package:npm/@acme/store @1',
        'typescript:a.f USES package:npm/@acme/store#Store @4',
        'typescript:a.f CALLS package:npm/@acme/store#create @5',
      ],
    ],
    [
      'a.py',
      'import itsdangerous\nfrom werkzeug.utils import cached as kept\nfrom . import own\ndef f():\n    itsdangerous.sign()\n    kept()\n',
      [
        'file DEPENDS_ON package:pypi/itsdangerous @1',
        'file DEPENDS_ON package:pypi/werkzeug @2',
        'python:a.f CALLS package:pypi/itsdangerous#sign @5',
        'python:a.f CALLS package:pypi/werkzeug#cached @6',
      ],
    ],
    ['flask/app.py', 'from flask.ctx import App\n', []],
    [
      'a.py',
      'import werkzeug.utils\ndef f():\n    werkzeug.utils.send()\n',
      ['file DEPENDS_ON package:pypi/werkzeug @1', 'python:a.f CALLS package:pypi/werkzeug#send @3'],
    ],
    [
      'a.go',
      'package a\nimport (\n  "fmt"\n  "github.com/gorilla/mux"\n)\nfunc f() {\n  mux.NewRouter()\n}\n',
      [
        'file DEPENDS_ON package:go/github.com/gorilla/mux @4',
        'go:a.f CALLS package:go/github.com/gorilla/mux#NewRouter @7',
      ],
    ],
    [
      'A.java',
      'import com.acme.Invoice;\nclass A {\n  Invoice f() { return null; }\n}\n',
      ['file DEPENDS_ON package:java/com.acme @1', 'java:A.f USES package:java/com.acme#Invoice @3'],
    ],
    ['A.cs', 'using Dapper;\nusing System.Linq;\nclass A {}\n', ['file DEPENDS_ON package:nuget/dapper @1']],
  ])('that %s imports: %s', (path, text, expected) => {
    expect(factsOf(path, text)).toEqual(expected);
  });
});

describe('configuration keys', () => {
  it.each<readonly [string, string, string]>([
    ['a.ts', 'function f() {\n  return process.env.DATABASE_URL;\n}\n', 'typescript:a.f'],
    ['a.ts', "const url = process.env['DATABASE_URL'];\n", 'file'],
    ['a.ts', 'import.meta.env.DATABASE_URL;\n', 'file'],
    ['a.py', 'def f():\n    return os.environ.get("DATABASE_URL")\n', 'python:a.f'],
    ['a.py', 'url = os.environ["DATABASE_URL"]\n', 'file'],
    ['a.py', 'os.getenv("DATABASE_URL")\n', 'file'],
    ['a.go', 'package a\nfunc f() {\n  os.Getenv("DATABASE_URL")\n}\n', 'go:a.f'],
    ['A.java', 'class A {\n  void f() { System.getenv("DATABASE_URL"); }\n}\n', 'java:A.f'],
    [
      'A.cs',
      'class A {\n  void F() { Environment.GetEnvironmentVariable("DATABASE_URL"); }\n}\n',
      'csharp:A.F',
    ],
    ['A.cs', 'class A {\n  void F() { var a = _configuration["DATABASE_URL"]; }\n}\n', 'csharp:A.F'],
    ['a.rb', "ENV.fetch('DATABASE_URL')\n", 'file'],
    ['a.php', "<?php\ngetenv('DATABASE_URL');\n", 'file'],
    ['a.rs', 'fn f() {\n  env::var("DATABASE_URL");\n}\n', 'rust:a.f'],
  ])('that %s reads: %s', (path, text, from) => {
    const reads = factsOf(path, text).filter((fact) => fact.includes(' READS_FROM config:'));
    expect(reads.map((fact) => fact.replace(/ @\d+$/, ''))).toEqual([
      `${from} READS_FROM config:DATABASE_URL`,
    ]);
  });

  it.each<readonly [string, string, readonly string[]]>([
    ['.env.example', '# the store\nDATABASE_URL=x\nexport PORT=1\n', ['DATABASE_URL @2', 'PORT @3']],
    [
      'docker-compose.yml',
      'services:\n  a:\n    environment:\n      - DATABASE_URL=x\n      PORT: 1\n',
      ['DATABASE_URL @4', 'PORT @5'],
    ],
    [
      'appsettings.json',
      '{\n  "Store": {\n    "Url": "x"\n  },\n  "Port": 1\n}\n',
      ['Store:Url @3', 'Port @5'],
    ],
    [
      'Makefile',
      'DIST := out\nexport TAG = 1\n# OLD=1\ntest:\n\tSKIP_NET=1 \\\n\tgo test -run X==Y\n',
      ['DIST @1', 'TAG @2', 'SKIP_NET @5'],
    ],
    ['deploy/Dockerfile', 'FROM a\nARG TAG\nENV PORT 80\nENV HOST=x\n', ['TAG @2', 'PORT @3', 'HOST @4']],
    [
      'run.sh',
      'export TAG=1\nif [ "$A" == B ]; then PORT=2 serve -e HOST=x; fi\n',
      ['TAG @1', 'PORT @2', 'HOST @2'],
    ],
    [
      '.github/workflows/ci.yml',
      'jobs:\n  a:\n    env:\n      SKIP_NET: 1\n    steps:\n      - run: TAG=2 make\n',
      ['SKIP_NET @4', 'TAG @6'],
    ],
    ['old/docker-compose-400.yml', 'services:\n  a:\n    environment:\n      PORT: 1\n', ['PORT @4']],
    ['application.properties', 'store.url=x\n', ['store.url @1']],
    ['application.yml', 'store:\n  url: x\nport: 1\n', ['store.url @2', 'port @3']],
  ])('that %s states', (path, text, keys) => {
    const facts = factsOf(path, text).filter((fact) => !fact.includes(' READS_FROM '));
    expect(facts).toEqual(keys.map((key) => `CONFIG_KEY ${key}`));
  });

  it.each<readonly [string, string, readonly string[]]>([
    ['Makefile', 'run:\n\tserve $(PORT) ${HOST} $$TAG\n# $(OLD)\n', ['HOST @2', 'PORT @2', 'TAG @2']],
    ['Dockerfile', 'RUN make TAG=$TAG\n', ['TAG @1']],
    ['run.sh', 'serve "${PORT:-80}"\n', ['PORT @1']],
    ['.github/workflows/ci.yml', 'env:\n  A: ${{ secrets.TOKEN }}\n', ['TOKEN @2']],
  ])('that %s reads', (path, text, keys) => {
    const reads = factsOf(path, text).filter((fact) => fact.includes(' READS_FROM '));
    expect(reads.toSorted()).toEqual(keys.map((key) => `file READS_FROM config:${key}`));
  });

  it.each([
    ['a.ts', 'process.env.PORT = "1";\n'],
    ['a.py', 'os.environ["PORT"] = "1"\n'],
  ])('are not read where they are set: %s', (path, text) => {
    expect(factsOf(path, text).join()).not.toContain('READS_FROM');
  });

  it('are read under the name of a section, and of a Spring property', () => {
    expect(factsOf('A.cs', 'class A {\n  void F() { c.GetConnectionString("Main"); }\n}\n')).toContain(
      'csharp:A.F READS_FROM config:ConnectionStrings:Main @2',
    );
    expect(factsOf('A.java', 'class A {\n  @Value("${store.url:x}")\n  String url;\n}\n').join()).toContain(
      'config:store.url',
    );
  });
});

describe('calls outside of definitions', () => {
  const linesOf = (path: string, text: string): readonly (string | undefined)[] =>
    (readers.extractFor(path)?.(path, text).interfaces?.nodes ?? [])
      .filter(({ kind }) => kind === 'LINE')
      .map((node) => `${node.startLine}: ${node.text}`);

  it('keep their lines, each once', () => {
    const program = '\nvar shop = Shop.Open();\nshop.Sell(Shop.Price());\nShop.Open();\n';
    expect(linesOf('Program.cs', program)).toEqual([
      '2: var shop = Shop.Open();',
      '3: shop.Sell(Shop.Price());',
      '4: Shop.Open();',
    ]);
    expect(linesOf('a.py', 'def f():\n    g()\nif A:\n    f()\n')).toEqual(['4:     f()']);
  });

  it('are too many in JavaScript, whose tests have no other code', () => {
    expect(linesOf('a.test.js', 'function open() {}\nopen();\n')).toEqual([]);
  });

  it.each([
    ['#!/usr/bin/env node\nrun();\n', ['1: #!/usr/bin/env node']],
    [
      "const app = express();\napp.listen(3000, () => log('up'));\n",
      ["2: app.listen(3000, () => log('up'));"],
    ],
    ['http\n  .createServer(handle)\n  .listen(port);\n', ['3:   .listen(port);']],
    ['Bun.serve({ fetch });\n', ['1: Bun.serve({ fetch });']],
    ['function up(app) {\n  app.listen(3000);\n}\n// app.listen(1)\nbus.listen(event);\n', []],
  ])('of a program that begins are kept in JavaScript: %s', (text, lines) => {
    expect(linesOf('a.js', text)).toEqual(lines);
  });
});

function escaped(text: string): string {
  return text.replace(/[{}/.?]/g, '\\$&');
}
