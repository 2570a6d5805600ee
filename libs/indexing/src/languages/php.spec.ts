import { factsOf, graphOf } from '../link/testing/graph-of';

const SHOP = {
  'src/Item.php': `<?php
declare(strict_types=1);

namespace App\\Shop;

use App\\Base\\Model;
use App\\Base\\{Repo as Store, Loggable};
use function App\\Base\\fmt;

/**
 * An article.
 */
#[Entity(table: 'items')]
final class Item extends Model implements HasPrice, \\Countable
{
    use Loggable;

    const TAX = 0.2;

    /** @var Rounding|null */
    private $rounding;
    public static $count;

    /** @var Line[] */
    private array $lines = [];

    private $store;

    public function __construct(private Tax\\Rate $rate, Store $store, int ...$rest)
    {
        parent::__construct($rest);
        $this->store = $store;
        $this->rounding = new Rounding(2);
    }

    /**
     * @param Line $first
     * @return Rounding
     */
    public function total($first): object
    {
        $first->net();
        foreach ($this->lines as $at => $line) {
            $line->net();
        }
        $this->rate?->apply(self::TAX);
        $this->store->find(1)->log();
        array_map([$this, 'check'], $this->lines);
        $f = fn (Line $l) => $l->net();
        \\strlen(fmt($this));
        if ($first instanceof HasPrice) {
            return static::make()->total($first);
        }
        return new \\App\\Shop\\Rounding(1);
    }

    public static function make(): static
    {
        return new static();
    }

    private function check(): void
    {
        $this->log();
    }
}

interface HasPrice
{
    public function price(): int;
}

enum Suit: string
{
    case Hearts = 'H';
}
`,
  'src/Line.php': `<?php
namespace App\\Shop;

class Rounding {}
class Line { public function net(): int { return help(Suit::Hearts); } }
`,
  'src/Tax/Rate.php': '<?php\nnamespace App\\Shop\\Tax;\nclass Rate { function apply($n) {} }\n',
  'src/base.php': `<?php
namespace App\\Base {
    abstract class Model { function __construct() {} }
    trait Loggable { function log() {} }
    class Repo { function find(int $id): ?\\App\\Shop\\Item { return null; } }
    function fmt(object $o): string { return ''; }
}
namespace {
    require_once __DIR__ . '/Item.php';
    function help($x) { return $x; }
}
`,
};

describe('PHP: namespaces, classes, traits, and types of declarations and comments', () => {
  it('defines', async () => {
    const { nodes } = await graphOf(SHOP);
    expect(nodes).toEqual([
      'App.Shop.Item|TYPE 10-66',
      'App.Shop.Item.TAX|FIELD 18-18',
      'App.Shop.Item.rounding|FIELD 20-21',
      'App.Shop.Item.count|FIELD 22-22',
      'App.Shop.Item.lines|FIELD 24-25',
      'App.Shop.Item.store|FIELD 27-27',
      'App.Shop.Item.__construct|METHOD 29-34',
      'App.Shop.Item.rate|FIELD 29-29',
      'App.Shop.Item.total|METHOD 36-55',
      'App.Shop.Item.make|METHOD 57-60',
      'App.Shop.Item.check|METHOD 62-65',
      'App.Shop.HasPrice|TYPE 68-71',
      'App.Shop.HasPrice.price|METHOD 70-70',
      'App.Shop.Suit|TYPE 73-76',
      'App.Shop.Suit.Hearts|FIELD 75-75',
      'App.Shop.Rounding|TYPE 4-4',
      'App.Shop.Line|TYPE 5-5',
      'App.Shop.Line.net|METHOD 5-5',
      'App.Shop.Tax.Rate|TYPE 3-3',
      'App.Shop.Tax.Rate.apply|METHOD 3-3',
      'App.Base.Model|TYPE 3-3',
      'App.Base.Model.__construct|METHOD 3-3',
      'App.Base.Loggable|TYPE 4-4',
      'App.Base.Loggable.log|METHOD 4-4',
      'App.Base.Repo|TYPE 5-5',
      'App.Base.Repo.find|METHOD 5-5',
      'App.Base.fmt|FUNCTION 6-6',
      'help|FUNCTION 10-10',
    ]);
  });

  it('links', async () => {
    const { edges } = await graphOf(SHOP);
    expect(edges).toEqual([
      'src/Item.php|FILE IMPORTS src/base.php|FILE',
      'App.Shop.Item|TYPE INHERITS App.Base.Model|TYPE',
      'App.Shop.Item|TYPE IMPLEMENTS App.Shop.HasPrice|TYPE',
      'App.Shop.Item|TYPE IMPLEMENTS App.Base.Loggable|TYPE',
      'App.Shop.Item.__construct|METHOD USES App.Base.Repo|TYPE',
      'App.Shop.Item.__construct|METHOD USES App.Shop.Tax.Rate|TYPE',
      'App.Shop.Item.__construct|METHOD CALLS App.Base.Model.__construct|METHOD',
      'App.Shop.Item.__construct|METHOD USES App.Shop.Rounding|TYPE',
      'App.Shop.Item.total|METHOD CALLS App.Shop.Line.net|METHOD',
      'App.Shop.Item.total|METHOD USES App.Shop.Item.TAX|FIELD',
      'App.Shop.Item.total|METHOD CALLS App.Shop.Tax.Rate.apply|METHOD',
      'App.Shop.Item.total|METHOD CALLS App.Base.Loggable.log|METHOD',
      'App.Shop.Item.total|METHOD CALLS App.Base.Repo.find|METHOD',
      'App.Shop.Item.total|METHOD USES App.Shop.Item.check|METHOD',
      'App.Shop.Item.total|METHOD USES App.Shop.Line|TYPE',
      'App.Shop.Item.total|METHOD CALLS App.Base.fmt|FUNCTION',
      'App.Shop.Item.total|METHOD USES App.Shop.HasPrice|TYPE',
      'App.Shop.Item.total|METHOD CALLS App.Shop.Item.make|METHOD',
      'App.Shop.Item.total|METHOD CALLS App.Shop.Item.total|METHOD',
      'App.Shop.Item.total|METHOD USES App.Shop.Rounding|TYPE',
      'App.Shop.Item.check|METHOD CALLS App.Base.Loggable.log|METHOD',
      'App.Shop.Line.net|METHOD USES App.Shop.Suit.Hearts|FIELD',
      'App.Shop.Line.net|METHOD CALLS help|FUNCTION',
      'App.Base.Repo.find|METHOD USES App.Shop.Item|TYPE',
      'src/base.php|FILE IMPORTS src/Item.php|FILE',
    ]);
  });

  it('reads every file whole', async () => {
    for (const { problem } of await factsOf(SHOP)) expect(problem).toBeUndefined();
  });
});

describe('PHP: several namespaces in one file', () => {
  const USES = `<?php
namespace App\\Shop;
function order() { A\\open(); \\App\\Base\\close(); shut(); }
`;
  const BODIES = `<?php
namespace App\\Shop\\A {
    function open() { return turn(new Key()); }
    function turn($key) { return $key; }
    class Key {}
}
namespace App\\Base {
    function close() { return turn(new Lock()); }
    function turn($lock) { return shut(); }
    class Lock {}
}
namespace {
    function shut() {}
}
`;
  const IN_A_ROW = `<?php
namespace App\\Shop\\A;
function open() { return turn(new Key()); }
function turn($key) { return $key; }
class Key {}
namespace App\\Base;
function close() { return turn(new Lock()); }
function turn($lock) { return shut(); }
class Lock {}
`;

  it.each([
    ['with braces', BODIES],
    ['one after the other', IN_A_ROW],
  ])('links each within itself, and from outside: %s', async (_what, text) => {
    const { edges } = await graphOf({ 'a.php': USES, 'b.php': text, 'c.php': '<?php\nfunction shut() {}\n' });
    const calls = edges.filter((edge) => edge.includes(' CALLS '));
    expect(calls).toEqual(
      expect.arrayContaining([
        'App.Shop.order|FUNCTION CALLS App.Shop.A.open|FUNCTION',
        'App.Shop.order|FUNCTION CALLS App.Base.close|FUNCTION',
        'App.Shop.A.open|FUNCTION CALLS App.Shop.A.turn|FUNCTION',
        'App.Base.close|FUNCTION CALLS App.Base.turn|FUNCTION',
      ]),
    );
    expect(edges).toContain('App.Base.close|FUNCTION USES App.Base.Lock|TYPE');
    expect(edges.filter((edge) => edge.startsWith('App.Base.turn|FUNCTION CALLS shut'))).not.toEqual([]);
  });
});
