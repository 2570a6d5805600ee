import type { Found } from './found';

/** Statements that make a file of JavaScript a program: a server that begins to listen, and the line of a script. */
const STARTS =
  /^#![^\n]*|\b(?:app|server|\w{1,40}(?:App|Server))\s*\.listen\(|\bcreateServer\([^;]{0,400}?\)\s*\.listen\(|\.listen\(\s*(?:\d|process\.env|\w*port\b|[\w.]{1,60}\.port\b|\{\s*(?:port|host)\b)|\b(?:Bun|Deno)\.serve\(|\bserve\(\s*(?:app\b|\{[^{}]{0,200}\bfetch\b)/gi;

/** Keeps the lines outside of any definition with which a program begins to run. */
export function startFacts(found: Found): void {
  const { language } = found.facts;
  if (!['javascript', 'typescript'].includes(language)) return;
  for (const { index, 0: text } of found.text.matchAll(STARTS)) {
    const line = found.lineAt(index + text.length - 1);
    const isScript = text.startsWith('#!') && index === 0;
    if (isScript || (!text.startsWith('#!') && !found.isComment(index) && !found.innermost(line)))
      found.line(line);
  }
}
