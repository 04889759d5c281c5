import {computed} from '@preact/signals';
import type {ComponentType} from 'preact';
import {chunk} from '../parts/resource.js';
import {path} from '../state/route.js';
import {Requests} from '../views/requests/requests.js';

interface View {
  readonly name: string;
  readonly title: string;
  /** The shortcut after `g`. */
  readonly key?: string;
  readonly show: ComponentType;
}

const later = (load: () => Promise<{readonly default: ComponentType}>) => chunk(async () => (await load()).default);

/** All views in menu order. The first is the default. */
export const views: readonly View[] = [
  {name: 'requests', title: 'Requests', key: 'r', show: Requests},
  {name: 'data', title: 'Data', key: 'd', show: later(() => import('../views/data/data.js'))},
  {name: 'findings', title: 'Findings', key: 'f', show: later(() => import('../views/findings.js'))},
  {name: 'tests', title: 'Tests', key: 't', show: later(() => import('../views/tests.js'))},
  {name: 'coverage', title: 'Coverage', show: later(() => import('../views/coverage.js'))},
  {name: 'check', title: 'Last check', show: later(() => import('../views/check.js'))},
  {name: 'faults', title: 'Faults and overrides', show: later(() => import('../views/faults.js'))},
  {name: 'snapshots', title: 'Snapshots', key: 's', show: later(() => import('../views/snapshots.js'))},
  {name: 'accounts', title: 'Accounts', show: later(() => import('../views/accounts.js'))},
  {name: 'clock', title: 'Clock', show: later(() => import('../views/clock.js'))},
];

export const view = computed(() => views.find(({name}) => name === (path.value[0] ?? views[0]!.name)));
