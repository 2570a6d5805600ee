import { quotedTexts, writes } from './quoted-texts';

it.each<[string, readonly string[]]>([
  ['Why do I get "the cart is locked"?', ['the cart is locked']],
  ["Where does 'the cart is locked by a worker' come from?", ['the cart is locked by a worker']],
  ['Where does ‘the cart is locked’ come from?', ['the cart is locked']],
  ["When is 'the worker's cart isn't there' printed?", ["the worker's cart isn't there"]],
  ["Why don't the workers' carts and the shops' orders match?", []],
  ["What's the cart's owner and the worker's name?", []],
])('the texts that %j quotes are %j', (question, texts) => {
  expect(quotedTexts(question)).toEqual(texts);
});

it.each([
  ['Could not open /srv/a.txt for worker 7', 'bail!("Could not open {} for worker {}", path, id);'],
  ['Could not open /srv/a.txt for worker 7', 'throw new Error(`Could not open ${path} for worker ${id}`);'],
  ['Could not open /srv/a.txt for worker 7', 'raise Bad(f"Could not open {path!r} for worker {id}")'],
  ['Could not open /srv/a.txt for worker 7', 'log.Printf("Could not open %s for worker %d", path, id)'],
  ['Could not open /srv/a.txt for worker 7', "raise Bad('Could not open %(path)s for worker %(id)d' % of)"],
  ['Could not open /srv/a.txt for worker 7', 'throw new Bad($"Could not open {path} for worker {id:N0}");'],
  ['The worker does not like carts', `log("don't say", "The worker does not {}", 'like')`],
])('%j is written by %s', (message, line) => {
  expect(writes(message, line)).toBe(true);
});

it.each([
  ['Could not open /srv/a.txt for worker 7', '// could not open the file for a worker {}'],
  ['Could not open /srv/a.txt for worker 7', 'bail!("Could not close {} for worker {}", path, id);'],
  ['Could not open /srv/a.txt for worker 7', 'bail!("for worker {}: Could not open {}", id, path);'],
  ['Could not open /srv/a.txt for worker 7', 'print("{} for {}", a, b)'],
  ['The cart is locked by a worker in the hall of the shop', 'print("The cart is {}", state)'],
])('%j is not written by %s', (message, line) => {
  expect(writes(message, line)).toBe(false);
});
