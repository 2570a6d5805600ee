import { factsOf, graphOf } from '../link/testing/graph-of';

const SHOP = {
  'lib/shop/item.rb': `# frozen_string_literal: true

module Shop
  # An article.
  class Item < Base
    # What it costs.
    attr_reader :price

    TAX = 0.2

    def initialize(price, name = nil, *rest, count: 1, **options, &block)
      @price = price
      @rounding = Rounding.new(2)
    end

    def total
      sum = 0
      sum += price
      @rounding.apply(sum) if valid?
    end

    def valid?
      super && check { |sum| sum.positive? }
    end

    def total=(value)
      self.total = value
    end

    alias amount total
    alias_method :cost, :total

    def self.make(*) = new(*)

    private def check; end
  end

  Point = Struct.new(:x) do
    def far? = x > 10
  end
end
`,
  'lib/shop/base.rb': `require_relative 'helpers'

class Shop::Base
  include Shop::Helpers

  def valid?
    helped
  end

  before_save :helped
  define_method(:dynamic) { |name| total(name) }
end
`,
  'lib/shop/helpers.rb': `module Shop
  module Helpers
    def helped
      Rounding
    end

    def self.format_all(items)
      items.each do |item|
        puts item.total
      end
    end
  end

  class Rounding
    def initialize(digits); end
    def apply(value) = value.round
  end
end
`,
  'bin/shop.rb': `require 'shop/item'
require 'json'

def main(args)
  item = Shop::Item.new(args[0])
  item.total
  Shop::Helpers.format_all([item])
end

main(ARGV)
`,
};

describe('Ruby: modules, classes, mixins and what their bodies define', () => {
  it('defines; a module that only groups is no definition', async () => {
    const { nodes } = await graphOf(SHOP);
    expect(nodes).toEqual([
      'Shop.Item|TYPE 4-36',
      'Shop.Item.price|FIELD 6-7',
      'Shop.Item.TAX|FIELD 9-9',
      'Shop.Item.initialize|METHOD 11-14',
      'Shop.Item.rounding|FIELD 13-13',
      'Shop.Item.total|METHOD 16-20',
      'Shop.Item.valid?|METHOD 22-24',
      'Shop.Item.total=|METHOD 26-28',
      'Shop.Item.amount|METHOD 30-30',
      'Shop.Item.cost|METHOD 31-31',
      'Shop.Item.make|METHOD 33-33',
      'Shop.Item.check|METHOD 35-35',
      'Shop.Point|TYPE 38-40',
      'Shop.Point.x|FIELD 38-38',
      'Shop.Point.far?|METHOD 39-39',
      'Shop.Base|TYPE 3-12',
      'Shop.Base.valid?|METHOD 6-8',
      'Shop.Base.dynamic|METHOD 11-11',
      'Shop.Helpers|TYPE 2-12',
      'Shop.Helpers.helped|METHOD 3-5',
      'Shop.Helpers.format_all|METHOD 7-11',
      'Shop.Rounding|TYPE 14-17',
      'Shop.Rounding.initialize|METHOD 15-15',
      'Shop.Rounding.apply|METHOD 16-16',
      'main|FUNCTION 4-8',
    ]);
  });

  it('links', async () => {
    const { edges } = await graphOf(SHOP);
    expect(edges).toEqual([
      'Shop.Item|TYPE INHERITS Shop.Base|TYPE',
      'Shop.Item.initialize|METHOD CALLS Shop.Rounding.initialize|METHOD',
      'Shop.Item.initialize|METHOD USES Shop.Rounding|TYPE',
      'Shop.Item.total|METHOD USES Shop.Item.price|FIELD',
      'Shop.Item.total|METHOD CALLS Shop.Item.valid?|METHOD',
      'Shop.Item.total|METHOD CALLS Shop.Rounding.apply|METHOD',
      'Shop.Item.valid?|METHOD CALLS Shop.Base.valid?|METHOD',
      'Shop.Item.valid?|METHOD CALLS Shop.Item.check|METHOD',
      'Shop.Item.total=|METHOD CALLS Shop.Item.total=|METHOD',
      'Shop.Item.amount|METHOD USES Shop.Item.total|METHOD',
      'Shop.Item.cost|METHOD USES Shop.Item.total|METHOD',
      'Shop.Point.far?|METHOD USES Shop.Point.x|FIELD',
      'lib/shop/base.rb|FILE IMPORTS lib/shop/helpers.rb|FILE',
      'Shop.Base|TYPE IMPLEMENTS Shop.Helpers|TYPE',
      'Shop.Base.valid?|METHOD CALLS Shop.Helpers.helped|METHOD',
      'Shop.Base|TYPE USES Shop.Helpers.helped|METHOD',
      'Shop.Helpers.helped|METHOD USES Shop.Rounding|TYPE',
      'bin/shop.rb|FILE IMPORTS lib/shop/item.rb|FILE',
      'main|FUNCTION CALLS Shop.Item.initialize|METHOD',
      'main|FUNCTION USES Shop.Item|TYPE',
      'main|FUNCTION CALLS Shop.Item.total|METHOD',
      'main|FUNCTION CALLS Shop.Helpers.format_all|METHOD',
      'main|FUNCTION USES Shop.Helpers|TYPE',
      'bin/shop.rb|FILE CALLS main|FUNCTION',
    ]);
  });

  it('reads every file whole', async () => {
    for (const { problem } of await factsOf(SHOP)) expect(problem).toBeUndefined();
  });
});

describe('Ruby: setters', () => {
  const FILES = {
    'account.rb': `class Account
  attr_accessor :limit

  def owner = @owner

  def owner=(value)
    @owner = value
  end

  def count=(value)
    @count = value
  end

  def count = @count

  def open(name)
    self.owner = name
    self.limit = 3
  end

  def add
    self.count += 1
  end

  def swap(other)
    self.owner, other.owner = other.owner, owner
  end
end

def main
  account = Account.new
  account.owner = 'a'
end
`,
  };

  it('an assignment calls the method with `=`, and sets an attribute that has none', async () => {
    const { edges } = await graphOf(FILES);
    expect(edges.filter((edge) => !edge.includes('Account|TYPE'))).toEqual([
      'Account.open|METHOD CALLS Account.owner=|METHOD',
      'Account.open|METHOD USES Account.limit|FIELD',
      'Account.add|METHOD CALLS Account.count=|METHOD',
      'Account.add|METHOD CALLS Account.count|METHOD',
      'Account.swap|METHOD CALLS Account.owner=|METHOD',
      'Account.swap|METHOD CALLS Account.owner|METHOD',
      'main|FUNCTION CALLS Account.owner=|METHOD',
    ]);
  });
});
