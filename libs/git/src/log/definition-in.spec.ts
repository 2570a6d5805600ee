import { definitionIn } from './definition-in';

it.each([
  ['class Session(Mixin):', 'Session'],
  ['    async def send(self):', 'send'],
  ['func (c *Conn) ReadMessage() error {', 'ReadMessage'],
  ['export const openTurn = () => 1;', 'openTurn'],
  ['  public async Task<int> SendAsync(string to)', 'SendAsync'],
  ['MAX_RETRIES = 3', 'MAX_RETRIES'],
  ['pub fn parse(text: &str) -> Ast {', 'parse'],
  ['return MAX_RETRIES == 3', null],
  ['  send(message);', null],
  ['// a class of its own', null],
])('%s', (line, name) => {
  expect(definitionIn(line)).toBe(name);
});
