import { languageName } from './language-name';

it.each([
  ['en', 'English'],
  ['pl', 'Polish'],
  ['not a code', 'not a code'],
])('%s is %s', (code, name) => {
  expect(languageName(code)).toBe(name);
});
