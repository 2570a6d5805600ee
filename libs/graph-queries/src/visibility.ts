import type { GraphNode } from '@quarry/graph-store';
import { aboveSignature } from './source-lines';

/**
 * Whether code outside of the file or package can use a definition, by the conventions of its language: no `_name` in
 * Python, `export` in TypeScript, a capital letter in Go, `public` or `protected` in Java and C#, no `private` in PHP, `pub` without a
 * restriction in Rust, no `static` in C. True where the language has no such sign.
 * @param owner the type that contains it: members of an interface are public without a word
 */
export function isPublic({ language, kind, name, signature = '' }: GraphNode, owner?: GraphNode): boolean {
  switch (language) {
    case 'python':
      return !name.startsWith('_');
    case 'go':
      return /^\p{Lu}/u.test(name);
    case 'rust':
      return /^pub\b(?!\s*\()/.test(signature);
    case 'java':
    case 'csharp':
      return (
        /(?<!\bprivate )\b(?:public|protected)\b/.test(headOf(signature)) ||
        (/\binterface\b/.test(owner?.signature ?? '') && !/\b(?:private|internal)\b/.test(headOf(signature)))
      );
    case 'php':
      return !/\bprivate\b/.test(headOf(signature));
    case 'c':
    case 'cpp':
      return kind === 'METHOD' || kind === 'FIELD' || !/^static\b/.test(signature);
    case 'typescript':
      if (kind === 'METHOD') return !/^(?:private\b|#)/.test(signature) && !name.startsWith('#');
      return /^export\b/.test(signature);
    default:
      return true;
  }
}

/** What stands before the parameters, the body or the value. */
function headOf(signature: string): string {
  return signature.split(/[({=]/)[0] ?? '';
}

/** What says nothing about who calls a definition. */
const PLAIN =
  /^(?:staticmethod|classmethod|property|cached_property|overload|override|deprecated|suppresswarnings|safevarargs|inline|must_use|derive|allow|doc|obsolete|debugger\w*|methodimpl|editorbrowsable|excludefromcodecoverage|suppressmessage|wraps|notnull|canbenull|itemnotnull|itemcanbenull|nullable|nonnull|pure|mustusereturnvalue|conditional|cfg|cfg_attr|cold|track_caller|nodiscard)$/i;

/** The first decorator, annotation or attribute of a definition by which a framework may call it, e.g. `app.route`. */
export function decoratorOf(node: GraphNode): string | undefined {
  for (const line of aboveSignature(node).split('\n')) {
    const [, name] = /^\s*(?:@|\[|#\[)([A-Za-z_][\w.:]*)/.exec(line) ?? [];
    if (name !== undefined && !PLAIN.test(name.split(/\.|::/).at(-1) ?? '')) return name;
  }
  return undefined;
}

/** Whether a method is read or assigned like a field. */
export function isProperty(node: GraphNode): boolean {
  return (
    /^[ \t]*@(?:[\w.]*property|\w+\.(?:setter|getter|deleter))\b/m.test(aboveSignature(node)) ||
    /^(?:(?:public|private|protected|static)\s+)*(?:get|set)\s+\w/.test(node.signature ?? '')
  );
}

/** The line of a file on which a definition stands, behind its comments and decorators. */
export function lineOfDefinition({ startLine, text = '', signature = '' }: GraphNode): number | undefined {
  if (startLine === undefined) return undefined;
  const [first = ''] = signature.split('\n');
  const at = text.split('\n').findIndex((line) => line.trim().startsWith(first.trim()));
  return startLine + Math.max(0, at);
}
