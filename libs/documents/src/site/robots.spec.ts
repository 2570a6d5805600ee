import fc from 'fast-check';
import { readRobots } from './robots';

const allows = (text: string, target: string): boolean => readRobots(text).allows(target);

describe('readRobots', () => {
  it.each<[string, string, boolean]>([
    ['', '/a', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Quarry\nAllow: /', '/a', true],
    ['User-agent: other\nUser-agent: quarry\nDisallow: /x', '/x/y', false],
    ['User-agent: quarry\nDisallow: /a\n\nuser-agent: quarry\ndisallow: /b', '/b', false],
    ['User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b/c', true],
    ['User-agent: *\nAllow: /a\nDisallow: /a', '/a', true],
    ['User-agent: *\nDisallow: /*.php$', '/x/y.php', false],
    ['User-agent: *\nDisallow: /*.php$', '/x/y.php5', true],
    ['User-agent: *\nDisallow: /a*b*c', '/a-b-c-d', false],
    ['User-agent: *\nDisallow: /a*b*c', '/a-c-b', true],
    ['User-agent: *\nDisallow: /a$', '/a', false],
    ['User-agent: *\nDisallow: /a$', '/ab', true],
    ['User-agent: *\nDisallow: /ä # all of it', '/%C3%A4/x', false],
    ['User-agent: *\nDisallow: /%c3%a4', '/%C3%A4', false],
    ['\uFEFFUser-agent: *\r\nDisallow: /a\r\n', '/a', false],
    ['Disallow: /', '/a', true],
  ])('%j, %s: %p', (text, target, allowed) => {
    expect(allows(text, target)).toBe(allowed);
  });

  it('reads the pause that the site asks for, up to ten seconds', () => {
    expect(readRobots('User-agent: *\nCrawl-delay: 2.5').delayMs).toBe(2_500);
    expect(readRobots('User-agent: *\nCrawl-delay: 86400').delayMs).toBe(10_000);
    for (const none of ['-1', 'soon', ''])
      expect(readRobots(`User-agent: *\nCrawl-delay: ${none}`).delayMs).toBeNull();
  });

  it('reads any text, and a pattern without signs as a prefix', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', 'b', '/', '*', '$', '%', 'ä', '\n', ':', ' '),
      maxLength: 60,
    });
    fc.assert(
      fc.property(part, part, (text, target) => {
        expect(typeof allows(`User-agent: *\nDisallow: ${text}`, `/${target}`)).toBe('boolean');
      }),
    );
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(path, path, (pattern, target) => {
        expect(allows(`User-agent: *\nDisallow: /${pattern}`, `/${target}`)).toBe(
          !`/${target}`.startsWith(`/${pattern}`),
        );
      }),
    );
  });
});
