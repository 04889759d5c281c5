import {computed} from '@preact/signals';
import type {ComponentType} from 'preact';
import {chunk} from '../parts/chunk.js';
import {path} from '../state/route.js';
import {Requests} from '../views/requests/requests.js';

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
  {name: 'data', title: 'Data', key: 'd', show: chunk(async () => (await import('../views/data/data.js')).Data)},
  {
    name: 'findings',
    title: 'Findings',
    key: 'f',
    show: chunk(async () => (await import('../views/findings.js')).Findings),
  },
  {
    name: 'tests',
    title: 'Tests',
    key: 't',
    show: chunk(async () => (await import('../views/tests.js')).Tests),
  },
  {name: 'coverage', title: 'Coverage', show: chunk(async () => (await import('../views/coverage.js')).Coverage)},
  {name: 'check', title: 'Last check', show: chunk(async () => (await import('../views/check.js')).LastCheck)},
  {
    name: 'faults',
    title: 'Faults and overrides',
    show: chunk(async () => (await import('../views/faults.js')).InjectedFaults),
  },
  {
    name: 'snapshots',
    title: 'Snapshots',
    key: 's',
    show: chunk(async () => (await import('../views/snapshots.js')).Snapshots),
  },
  {name: 'accounts', title: 'Accounts', show: chunk(async () => (await import('../views/accounts.js')).Accounts)},
  {name: 'clock', title: 'Clock', show: chunk(async () => (await import('../views/clock.js')).ClockView)},
];

export const view = computed(() => views.find(({name}) => name === (path.value[0] ?? views[0]!.name)));
