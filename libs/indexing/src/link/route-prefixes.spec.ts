import { loadReaders, type Readers } from '../readers';

let readers: Readers;
beforeAll(async () => {
  readers = await loadReaders();
});

/** Names of the routes of some files, in order of files and lines. */
function routesOf(files: Readonly<Record<string, string>>): readonly string[] {
  const facts = Object.entries(files).map(([path, text]) => readers.extractFor(path)!(path, text));
  return readers.link
    .all(facts)
    .graph.flatMap(({ nodes }) => nodes)
    .filter(({ kind }) => kind === 'ROUTE')
    .map(({ name }) => name);
}

const USERS =
  "const router = require('express').Router();\nrouter.get('/:id', show);\nmodule.exports = router;\n";
const USERS_PY = 'router = APIRouter()\n@router.get("/{id}")\ndef show():\n    pass\n';
const USERS_GO = 'package users\nfunc Register(g *gin.RouterGroup) {\n\tg.GET("/:id", show)\n}\n';

describe('the prefix that another file gives a router', () => {
  it.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'of Express, loaded in the call that mounts it',
      { 'users.js': USERS, 'app.js': "app.use('/v1/users', auth, require('./users'));\n" },
      ['GET /v1/users/{id}'],
    ],
    [
      'of Express, through a router of a third file and a list of routes',
      {
        'users.js': USERS,
        'index.js':
          "const users = require('./users');\nconst router = Router();\nconst all = [{ path: '/users', route: users }];\nall.forEach((one) => router.use(one.path, one.route));\nmodule.exports = router;\n",
        'app.js': "const routes = require('./index');\nconst app = express();\napp.use('/v1', routes);\n",
      },
      ['GET /v1/users/{id}'],
    ],
    [
      'of Express, in a chain without a name',
      {
        'users.js': USERS,
        'routes.ts':
          "import users from './users';\nconst api = Router()\n  .use(auth)\n  .use(users);\nexport default Router().use('/api', api);\n",
        'main.ts': "import routes from './routes';\napp.use(routes);\n",
      },
      ['GET /api/{id}'],
    ],
    [
      'of Koa, which exports what serves it',
      {
        'users.js':
          "const router = new Router();\nrouter.get('/users', list);\nmodule.exports = router.routes();\n",
        'app.js':
          "const users = require('./users');\nconst api = new Router();\napi.use(users);\nconst root = new Router();\nroot.use('/api', api.routes());\napp.use(root.routes());\n",
      },
      ['GET /api/users'],
    ],
    [
      'of Fastify, in a function that is registered',
      {
        'users.js':
          "module.exports = async function (fastify, options) {\n  fastify.get('/:id', show);\n};\n",
        'app.js': "fastify.register(require('./users'), { prefix: '/users' });\n",
      },
      ['GET /users/{id}'],
    ],
    [
      'of a function that is given the application',
      {
        'users.js': "module.exports = (app) => {\n  app.get('/users', list);\n};\n",
        'app.js': "const api = express.Router();\nrequire('./users')(api);\napp.use('/api', api);\n",
      },
      ['GET /api/users'],
    ],
    [
      'of FastAPI, by a module, and by a setting',
      {
        'app/users.py': USERS_PY,
        'app/config.py': 'class Settings:\n    API_V1: str = "/api/v1"\n',
        'app/main.py':
          'from app import users\nfrom app.config import settings\napi = APIRouter()\napi.include_router(users.router, prefix="/users")\napp = FastAPI()\napp.include_router(api, prefix=settings.API_V1)\n',
      },
      ['GET /api/v1/users/{id}'],
    ],
    [
      'of Flask, which is instead of the one that it was made with',
      {
        'users.py':
          "bp = Blueprint('users', __name__, url_prefix='/own')\n@bp.route('/<int:id>')\ndef show():\n    pass\n",
        'app.py':
          "def create():\n    app = Flask(__name__)\n    from .users import bp as users\n    app.register_blueprint(users, url_prefix='/users')\n    return app\n",
      },
      ['GET /users/{id}'],
    ],
    [
      'of gin, to a function of another package',
      {
        'users/routes.go': USERS_GO,
        'main.go':
          'package main\nfunc main() {\n\tr := gin.Default()\n\tv1 := r.Group("/v1")\n\tusers.Register(v1.Group("/users"))\n}\n',
      },
      ['GET /v1/users/{id}'],
    ],
    [
      'of chi, by the method of a type that returns it',
      {
        'users.go':
          'package main\nfunc (u usersResource) Routes() chi.Router {\n\tr := chi.NewRouter()\n\tr.Get("/{id}", u.Show)\n\treturn r\n}\n',
        'todos.go':
          'package main\nfunc (u todosResource) Routes() chi.Router {\n\tr := chi.NewRouter()\n\tr.Get("/{id}", u.Show)\n\treturn r\n}\n',
        'main.go':
          'package main\nfunc main() {\n\tr := chi.NewRouter()\n\tr.Mount("/users", usersResource{}.Routes())\n\tr.Mount("/todos", todosResource{}.Routes())\n}\n',
      },
      ['GET /users/{id}', 'GET /todos/{id}'],
    ],
    [
      'of ASP.NET, to an extension method',
      {
        'Todos.cs':
          'static class Todos {\n  public static RouteGroupBuilder MapTodos(this RouteGroupBuilder group) {\n    group.MapGet("/{id}", Show);\n    return group;\n  }\n}\n',
        'Program.cs':
          'var app = builder.Build();\napp.MapGroup("/api").MapGroup("/todos").WithTags("a").MapTodos();\n',
      },
      ['GET /api/todos/{id}'],
    ],
    [
      'of ASP.NET, by an abstract class',
      {
        'Base.cs': '[Route("api/[controller]")]\npublic abstract class Base : ControllerBase {}\n',
        'UsersController.cs':
          'public class UsersController : Base {\n  [HttpGet("{id}")]\n  public void Show() {}\n}\n',
      },
      ['GET /api/users/{id}'],
    ],
    [
      'of Spring, by an abstract class',
      {
        'Base.java': '@RequestMapping("/api")\npublic abstract class Base {}\n',
        'Users.java': 'public class Users extends Base {\n  @GetMapping("/users")\n  void list() {}\n}\n',
      },
      ['GET /api/users'],
    ],
  ])('%s', (_name, files, expected) => {
    expect(routesOf(files)).toEqual(expected);
  });

  it('is none of its own file: a router in two places has a route in each', () => {
    const app = "const users = require('./users');\napp.use('/v1', users);\napp.use('/v2', users);\n";
    expect(routesOf({ 'users.js': USERS, 'app.js': app })).toEqual(['GET /v1/{id}', 'GET /v2/{id}']);
  });

  it('is not that of a test, unless only tests have the router', () => {
    const mounted = "const users = require('../users');\napp.use('/x', users);\n";
    const app = "app.use('/v1', require('./users'));\n";
    expect(routesOf({ 'users.js': USERS, 'app.js': app, 'test/a.test.js': mounted })).toEqual([
      'GET /v1/{id}',
    ]);
  });

  it.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
    ['no file mounts it', { 'users.js': USERS }, ['GET …/{id}']],
    [
      'the prefix is a value',
      {
        'users.js': USERS,
        'app.js': "app.use(read('x'), other);\napp.use(config.prefix, require('./users'));\n",
      },
      ['GET …/{id}'],
    ],
    ['no code calls the function that is given it', { 'users/routes.go': USERS_GO }, ['GET …/{id}']],
    [
      'several functions have the name that is called',
      {
        'a/routes.go': USERS_GO.replace('package users', 'package a'),
        'b/routes.go': USERS_GO.replace('package users', 'package b'),
        'main.go': 'package main\nfunc main() {\n\tr := gin.Default()\n\tmodule.Register(r.Group("/x"))\n}\n',
      },
      ['GET …/{id}', 'GET …/{id}'],
    ],
    [
      'the template of a controller is that of the application',
      { 'A.cs': 'class A : Controller {\n  [HttpGet]\n  public void F() {}\n}\n' },
      ['GET …/'],
    ],
  ])('is marked as not known where %s', (_name, files, expected) => {
    expect(routesOf(files)).toEqual(expected);
  });

  it('is none for an application, whose routes are served as they are', () => {
    expect(
      routesOf({ 'a.js': "const app = express();\napp.get('/a', f);\nmodule.exports = app;\n" }),
    ).toEqual(['GET /a']);
    expect(
      routesOf({ 'a.go': 'package a\nfunc main() {\n\tr := chi.NewRouter()\n\tr.Get("/a", f)\n}\n' }),
    ).toEqual(['GET /a']);
  });
});
