import { lastHeading, shortSymbol } from './place-name';

it.each([
  ['src.requests.sessions.SessionRedirectMixin.should_strip_auth', 'should_strip_auth'],
  ['libs/turn/src/turn/turn.currentPass', 'currentPass'],
  ['Shop.Billing.Invoice', 'Invoice'],
  ['main', 'main'],
])('a list shows %s as %s', (symbol, shown) => {
  expect(shortSymbol(symbol)).toBe(shown);
});

it('shows the last heading of a title', () => {
  expect(lastHeading('Release History › 2.4.0')).toBe('2.4.0');
  expect(lastHeading('Release History')).toBe('Release History');
});
