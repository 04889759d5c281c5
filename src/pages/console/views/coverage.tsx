import type {AxisCoverage, CoverageReport} from '../../../findings/coverage/report.js';
import {useResource, View} from '../parts/resource.js';
import {Sheet} from '../parts/sheet.js';
import {arrivals} from '../state/exchanges.js';

export const useCoverage = () => useResource<CoverageReport>('/_sandbox/coverage', {reloadOn: arrivals});

export default function Coverage() {
  return (
    <Sheet
      title="Contract coverage"
      about="The used and unused parts of the contract. There is no score: each axis counts different things."
    >
      <View of={useCoverage()}>{({coverage}) => coverage.map(axis => <AxisView key={axis.axis} axis={axis} />)}</View>
    </Sheet>
  );
}

function AxisView({axis: {axis, exercised, of, groups}}: {readonly axis: AxisCoverage}) {
  return (
    <details class="card axis">
      <summary>
        <strong>{axis.replaceAll('_', ' ')}</strong>
        <progress value={exercised} max={Math.max(1, of)} aria-hidden="true" />
        <span class="muted">
          {exercised} of {of}
        </span>
      </summary>
      <div class="groups stack">
        {groups.map(({name, exercised: used, not_exercised: unused}) => (
          <section key={name}>
            <h3>
              {name}{' '}
              <small class="muted">
                {used.length} of {used.length + unused.length}
              </small>
            </h3>
            <div class="row">
              {used.map(part => (
                <code key={part} class="tone good">
                  ✓ {part}
                </code>
              ))}
              {unused.map(part => (
                <code key={part} class="muted">
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
