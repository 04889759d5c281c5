import type {AxisCoverage, CoverageReport} from '../../../../findings/coverage/report.js';
import {Waiting} from '../../parts/waiting.js';
import {account} from '../../state/accounts.js';
import {ask} from '../../state/api.js';
import {arrivals} from '../../state/exchanges.js';
import {useLoaded} from '../../state/loaded.js';

export const useCoverage = () =>
  useLoaded<CoverageReport>(signal => ask('GET', '/_sandbox/coverage', {signal}), account.value, [arrivals.value]);

/** The exercised parts of the contract, by kind of part. There is no score. */
export function Coverage() {
  return (
    <div class="sheet">
      <header>
        <h1>Coverage of the contract</h1>
        <p>What clients made use of, and what is left. There is no score: each axis counts something else.</p>
      </header>
      <Waiting of={useCoverage()}>
        {({coverage}) => coverage.map(axis => <AxisView key={axis.axis} axis={axis} />)}
      </Waiting>
    </div>
  );
}

function AxisView({axis: {axis, exercised, of, groups}}: {readonly axis: AxisCoverage}) {
  return (
    <details class="card axis">
      <summary>
        <strong>{axis.replaceAll('_', ' ')}</strong>
        <div class="bar">
          <div style={{width: `${of === 0 ? 0 : (100 * exercised) / of}%`}} />
        </div>
        <span class="muted">
          {exercised} of {of}
        </span>
      </summary>
      <div class="groups">
        {groups.map(({name, exercised: done, not_exercised: left}) => (
          <section key={name}>
            <h3>
              {name}{' '}
              <small class="muted">
                {done.length} of {done.length + left.length}
              </small>
            </h3>
            <div>
              {done.map(part => (
                <code key={part} class="yes">
                  ✓ {part}
                </code>
              ))}
              {left.map(part => (
                <code key={part} class="no">
                  {part}
                </code>
              ))}
            </div>
          </section>
        ))}
      </div>
    </details>
  );
}
