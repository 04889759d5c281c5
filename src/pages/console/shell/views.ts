import {computed} from '@preact/signals';
import type {ComponentType} from 'preact';
import {path} from '../state/route.js';
import {Accounts} from '../views/accounts.js';
import {ClockView} from '../views/clock.js';
import {Coverage} from '../views/coverage.js';
import {Data} from '../views/data/data.js';
import {InjectedFaults} from '../views/faults.js';
import {Findings} from '../views/findings.js';
import {Requests} from '../views/requests/requests.js';
import {Snapshots} from '../views/snapshots.js';

interface View {
  readonly name: string;
  readonly title: string;
  /** The shortcut after `g`. */
  readonly key?: string;
  readonly show: ComponentType;
}

/** All views in menu order. The first is the default. */
export const views: readonly View[] = [
  {name: 'requests', title: 'Requests', key: 'r', show: Requests},
  {name: 'data', title: 'Data', key: 'd', show: Data},
  {name: 'findings', title: 'Findings', key: 'f', show: Findings},
  {name: 'coverage', title: 'Coverage', show: Coverage},
  {name: 'faults', title: 'Injected faults', show: InjectedFaults},
  {name: 'snapshots', title: 'Snapshots', key: 's', show: Snapshots},
  {name: 'accounts', title: 'Accounts', show: Accounts},
  {name: 'clock', title: 'Clock', show: ClockView},
];

export const view = computed(() => views.find(({name}) => name === (path.value[0] ?? views[0]!.name)));
