import type { MountFact } from '../facts';
import { namedArgument, pathText, type CallArguments } from './call-arguments';
import type { Found } from './found';
import { NAMES_PREFIX } from './router-rules';

/** A router that is put below another one: as in {@link MountFact}, but `on` as the code calls it there. */
export interface MountRead extends MountFact {
  readonly offset: number;
}

/** A router, a module that is one, or a call that gives one. */
const TARGET =
  /^(?:(?:await\s+)?(?:require|import)\(\s*["'](?<module>[^"'\n]{1,200})["']\s*\)(?:\.(?<member>\w{1,60}))?|(?:new\s+)?\*?(?<name>[A-Za-z_][\w.]{0,100}))(?<call>\{\})?(?:\.(?<method>\w{1,60}))?(?<called>\([^]*\))?$/;
/** What Koa calls on a router to mount it. */
const AS_MIDDLEWARE = /\.(?:routes|middleware|callback|handler)$/;

/** The routers that a call of `use`, `register` and the like puts below `on`. */
export function mountsOf(
  found: Found,
  on: string,
  offset: number,
  call: CallArguments,
): readonly MountRead[] {
  const listed = listedMounts(found.text, on, offset, call);
  if (listed) return listed;
  const [first = ''] = call.texts;
  const stated = namedArgument(call, '(?:url_)?prefix');
  const isNamed = found.facts.language === 'python' || stated !== undefined;
  const isPath =
    !isNamed && (/^[frb$@]{0,2}["'`]/.test(first) || (call.texts.length > 1 && isPrefixName(first)));
  const written = isNamed ? stated : isPath ? first : undefined;
  const path = written === undefined ? '' : (pathText(written) ?? '${}');
  const replaces =
    stated !== undefined && /\.(?:register_blueprint|blueprint)\($/.test(headOf(found.text, offset));
  return call.texts.slice(isPath ? 1 : 0).flatMap((text) => {
    const target = targetOf(text);
    return target ? [{ on, offset, path, ...target, ...(replaces && { replaces }) }] : [];
  });
}

/** What an argument means as a router. */
export function targetOf(text: string): Pick<MountFact, 'router' | 'module'> | undefined {
  const { module, member, name, method, called } =
    TARGET.exec(text.replace(/^\[\s*|\s*\]$/g, ''))?.groups ?? {};
  if (module !== undefined) return { module, router: member ?? method ?? 'default' };
  if (name === undefined || /^(?:async|function|new|await|true|false|null|None)$/.test(name))
    return undefined;
  const whole = method === undefined ? name : `${name}.${method}`;
  return { router: called === undefined ? whole : whole.replace(AS_MIDDLEWARE, '') };
}

function isPrefixName(text: string): boolean {
  const last = /^(?:\w{1,60}\.)*(\w{1,60})$/.exec(text)?.[1];
  return (
    last !== undefined && NAMES_PREFIX.test(last) && !/router?s?$/i.test(last.replace(/prefix|path/i, ''))
  );
}

function headOf(text: string, offset: number): string {
  return text.slice(offset, text.indexOf('(', offset) + 1);
}

/** `list.forEach((one) => router.use(one.path, one.route))`: the objects of the file with these two keys. */
function listedMounts(
  text: string,
  on: string,
  offset: number,
  { texts }: CallArguments,
): readonly MountRead[] | undefined {
  const [first, second] = texts.map((one) => /^(\w{1,60})\.(\w{1,60})$/.exec(one));
  if (texts.length !== 2 || !first || !second || first[1] !== second[1]) return undefined;
  const one = new RegExp(
    `\\{[^{}]{0,300}?\\b${first[2]}\\s*:\\s*(?<path>[^,{}]{1,100}),[^{}]{0,300}?\\b${second[2]}\\s*:\\s*(?<target>[^,{}]{1,100}?)\\s*[,}]`,
    'g',
  );
  return [...text.matchAll(one)].flatMap(({ groups }) => {
    const target = targetOf(groups?.target ?? '');
    return target ? [{ on, offset, path: pathText(groups?.path ?? '') ?? '${}', ...target }] : [];
  });
}
