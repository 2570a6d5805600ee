import type { Clock } from '../turn/clock';

/** A clock that a test moves by hand. */
export class TestClock implements Clock {
  private passed = 0;

  private constructor(private readonly base: Clock) {}

  /** One that stands still: where only the code under test asks for the time. */
  static stopped(at: number = Date.now()): TestClock {
    return new TestClock({ now: () => at });
  }

  /** One that goes with the time of day, and ahead of it: where the time is compared with other clocks. */
  static running(): TestClock {
    return new TestClock(Date);
  }

  now(): number {
    return this.base.now() + this.passed;
  }

  /** Lets so many milliseconds pass. */
  pass(ms: number): void {
    this.passed += ms;
  }
}
