import {scenarios} from '../../../../faults/scenarios.js';
import {Run} from '../../parts/run.js';
import {say} from '../../state/announce.js';
import {ask} from '../../state/api.js';
import {noteChange} from '../../state/exchanges.js';

export function Scenarios() {
  const arm = (scenario: string) => async () => {
    await ask('POST', '/_sandbox/faults', {body: {scenario}});
    noteChange();
    say(`The scenario ${scenario} is armed`);
  };
  return (
    <details class="card">
      <summary>Scenarios</summary>
      <table class="list flat">
        <tbody>
          {Object.entries(scenarios).map(([name, {about}]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="muted">{about}</td>
              <td>
                <Run action={arm(name)} label={`Arm ${name}`}>
                  Arm
                </Run>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
