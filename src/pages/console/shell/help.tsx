import {signal} from '@preact/signals';
import {Dialog} from '../parts/dialog.js';

export const isHelpOpen = signal(false);

const keys = [
  ['/', 'to the filter or the search'],
  ['j k', 'the next request, the one before'],
  ['Enter', 'open it'],
  ['Esc', 'close what is open'],
  ['[ ]', 'the request of the same operation before, behind'],
  ['t', 'to the time line; arrows move it'],
  ['g r', 'requests'],
  ['g d', 'data'],
  ['g f', 'findings'],
  ['g s', 'snapshots'],
  ['?', 'this list'],
] as const;

export function Help() {
  if (!isHelpOpen.value) {
    return null;
  }
  return (
    <Dialog title="Keys" onClose={() => (isHelpOpen.value = false)}>
      <table class="keys">
        <tbody>
          {keys.map(([key, does]) => (
            <tr key={key}>
              <th scope="row">
                {key.split(' ').map(one => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
