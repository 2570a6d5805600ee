// Ends with 0 where the services of this container take hops and their stores answer; else says what is missing and ends with 1.
// Beside the product on purpose: a check that loads the whole product would cost more than what it checks.
const port = process.env.QUARRY_OPS_PORT;
try {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`, {
    signal: AbortSignal.timeout(4_000),
  });
  if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 2_000)}`);
} catch (error) {
  process.stderr.write(`not ready: ${error.message}\n`);
  process.exitCode = 1;
}
