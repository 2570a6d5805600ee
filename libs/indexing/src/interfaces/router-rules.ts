/**
 * What a call says about routers. Groups of `pattern`, which ends behind the bracket that opens the call's arguments:
 * `name`, the router that is made, without which it is what the module exports; `on`, the router that the call is made
 * on, without which it is that of a chain of calls; `made`, what makes it.
 */
export interface RouterRule {
  readonly languages: readonly string[];
  /**
   * - `make`: a router or an application begins here, perhaps with a prefix of its own;
   * - `group`: a part of the router `on`, below a prefix;
   * - `own`: the prefix of the router `name`;
   * - `mount`: other routers are put below `on`, or code within the call's brackets.
   */
  readonly role: 'make' | 'group' | 'own' | 'mount';
  readonly pattern: RegExp;
}

const JS = ['typescript', 'javascript', 'tsx'];
const NAME = '\\b(?<name>\\w{1,60})';
const ON = '\\b(?<on>\\w{1,60})';
const TYPES = '(?:<[^()\\n]{0,200}>)?';
/** What makes a router or an application, which is one. */
const MAKES =
  '(?:new\\s+)?(?<made>(?:require\\(\\s*["\']express["\']\\s*\\)|express)(?:\\.Router)?|(?:\\w{1,20})?Router|[Ff]astify|\\w{0,20}Hono|Koa|restify\\.createServer)';
/** Calls between a group of ASP.NET and what is called on it: `.WithTags("a")`. */
export const CHAIN = '(?:\\s*\\.\\w{1,60}(?:<[^()\\n]{0,100}>)?\\([^()\\n]{0,200}\\)){0,8}?';

const rule = (role: RouterRule['role'], languages: readonly string[], pattern: string): RouterRule => ({
  role,
  languages,
  pattern: new RegExp(pattern, 'g'),
});

export const ROUTER_RULES: readonly RouterRule[] = [
  rule('make', JS, `${NAME}\\s*(?::[^=\\n]{1,80})?=\\s*(?:await\\s+)?${MAKES}${TYPES}\\s*\\(`),
  rule(
    'group',
    JS,
    `${NAME}\\s*=\\s*(?:(?<on>\\w{1,60})|${MAKES}${TYPES}\\s*\\([^()\\n]{0,80}\\))\\s*\\.basePath\\(`,
  ),
  rule('own', JS, `${NAME}\\.prefix\\(`),
  rule('make', JS, `(?:\\bexport\\s+default|\\bmodule\\.exports\\s*=)\\s*${MAKES}${TYPES}\\s*\\(`),
  rule('mount', JS, `(?:${ON}|\\))\\s*\\.(?:use|route|register)\\(`),
  rule('make', ['go'], `${NAME}\\s*:?=\\s*(?<made>\\w{1,20}\\.(?:New|Default|NewRouter|NewServeMux))\\(`),
  rule('group', ['go'], `${NAME}\\s*:?=\\s*(?:\\w{1,40}\\.){0,3}?(?<on>\\w{1,60})\\.(?:Group|PathPrefix)\\(`),
  rule('mount', ['go'], `${ON}\\.(?:Route|Group|Mount)\\(`),
  rule(
    'make',
    ['python'],
    `${NAME}\\s*(?::\\s*\\w{1,60}\\s*)?=\\s*(?:\\w{1,40}\\.)?(?<made>Blueprint|APIRouter|FastAPI|Flask|Quart|Sanic)\\(`,
  ),
  rule('mount', ['python'], `${ON}\\.(?:include_router|register_blueprint|blueprint)\\(`),
  rule('make', ['csharp'], `${NAME}\\s*=\\s*(?<made>\\w{1,40}\\.Build)\\(`),
  rule('group', ['csharp'], `${NAME}\\s*=\\s*(?<on>\\w{1,60})${CHAIN}\\s*\\.(?:MapGroup|NewVersionedApi)\\(`),
];

/** Makers of what other code must mount: an application is served as it is. */
export const IS_PART = /(?:Router|Blueprint)$/;
/** Go's routers are served as they are as well, whatever they are called. */
export const IS_GO_ROUTER = /^\w+\.New/;
/** Types of parameters that are applications, and names of such parameters. */
export const IS_APPLICATION =
  /\b(?:gin\.Engine|echo\.Echo|fiber\.App|http\.ServeMux|Express|Application|FastAPI|Flask|Quart|WebApplication|IEndpointRouteBuilder|Koa|Hono)\b/;
export const NAMES_APPLICATION = /^(?:app|application|server|engine|mux)$/;
/** Names under which a prefix is kept. */
export const NAMES_PREFIX = /prefix|path|base|url|api|root|version/i;
