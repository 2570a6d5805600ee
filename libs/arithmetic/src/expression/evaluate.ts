import type jsep from 'jsep';
import type { Exact } from '../decimal';
import { FUNCTIONS } from './functions';

/** Largest exponent. */
const MAX_EXPONENT = 1_000;
/** Maximum number of parts of an expression. */
const MAX_NODES = 200;

/** An error in an expression, as a sentence for its author. */
class Wrong extends Error {}

type Node = jsep.CoreExpression;

/** The result of a parsed expression, or a sentence if it has none. `operands` are the values of `n0`, `n1`, …. */
export function evaluated(tree: jsep.Expression, operands: readonly Exact[]): Exact | string {
  try {
    const result = new Evaluator(operands).value(tree as Node);
    return result.isFinite() ? result : 'The result is not a number.';
  } catch (error) {
    if (error instanceof Wrong) return error.message;
    throw error;
  }
}

class Evaluator {
  #nodes = 0;

  constructor(readonly operands: readonly Exact[]) {}

  value(node: Node): Exact {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) throw new Wrong(`The expression has more than ${MAX_NODES} parts.`);
    switch (node.type) {
      case 'Identifier': {
        const operand = this.operands[Number(node.name.slice(1))];
        if (!operand) throw new Wrong('A function needs its arguments in parentheses.');
        return operand;
      }
      case 'UnaryExpression': {
        const value = this.value(node.argument as Node);
        return node.operator === '-' ? value.negated() : value;
      }
      case 'BinaryExpression':
        return this.#binary(node);
      case 'CallExpression':
        return this.#call(node);
      default:
        throw new Wrong('Two values follow each other in the expression without an operator between them.');
    }
  }

  #binary({ operator, left, right }: jsep.BinaryExpression): Exact {
    // A power binds tighter than a unary minus: -2^2 is -4.
    if (operator === '**' && left.type === 'UnaryExpression') {
      const { operator: sign, argument } = left as jsep.UnaryExpression;
      const power = this.#power(this.value(argument as Node), this.value(right as Node));
      return sign === '-' ? power.negated() : power;
    }
    const [a, b] = [this.value(left as Node), this.value(right as Node)];
    switch (operator) {
      case '+':
        return a.plus(b);
      case '-':
        return a.minus(b);
      case '*':
        return a.times(b);
      case '/':
        if (b.isZero()) throw new Wrong('The expression divides by zero.');
        return a.div(b);
      default:
        return this.#power(a, b);
    }
  }

  #power(base: Exact, exponent: Exact): Exact {
    if (exponent.abs().gt(MAX_EXPONENT)) throw new Wrong(`An exponent is larger than ${MAX_EXPONENT}.`);
    if (base.isZero() && exponent.isNegative()) throw new Wrong('The expression divides by zero.');
    if (base.isNegative() && !exponent.isInteger())
      throw new Wrong('A negative number cannot have a fraction as exponent.');
    return base.pow(exponent);
  }

  #call(node: jsep.CallExpression): Exact {
    const callee = node.callee as Node;
    const name = callee.type === 'Identifier' ? callee.name : '';
    const values = node.arguments.map((argument) => this.value(argument as Node));
    if (name === 'g') {
      const [value, ...more] = values;
      if (!value || more.length > 0) throw new Wrong('A pair of parentheses is empty.');
      return value;
    }
    const plain = name.replace(/^f_/, '');
    const apply = name === plain ? undefined : FUNCTIONS[plain];
    if (!apply)
      throw new Wrong('Two values follow each other in the expression without an operator between them.');
    if (values.length === 0) throw new Wrong(`The function '${plain}' needs at least one number.`);
    const applied = apply(values);
    if (typeof applied === 'string') throw new Wrong(`The function '${plain}' ${applied}.`);
    return applied;
  }
}
