import test from 'ava';
import {nearestPath} from '../../src/operations/nearest-path.js';
import {pathsOf} from '../../src/operations/operation.js';
import {operations} from '../../src/resources/index.js';

const near = (path: string) => nearestPath(path, operations.flatMap(pathsOf), '/api/v1');

test('nearestPath() suggests the path closest to a misspelled one', t => {
  for (const [typed, meant] of [
    ['/api/v1/constituent', '/api/v1/constituents'],
    ['/api/v1/constituents/', '/api/v1/constituents'],
    ['/api/v1//groups', '/api/v1/groups'],
    ['/api/v1/Groups', '/api/v1/groups'],
    ['/api/v2/groups', '/api/v1/groups'],
    ['/constituents/7/gift', '/api/v1/constituents/7/gifts'],
    ['/api/v1/constituents/7/gifts/', '/api/v1/constituents/7/gifts'],
    ['/api/v1/contact_report_types', '/api/v1/types/contact_report_types'],
    ['/api/v1/types/note_type', '/api/v1/types/note_types'],
    ['/api/v1/search', '/api/v1/constituents/search'],
    ['/api/v1/constituents//gifts', '/api/v1/constituents/{id}'],
    ['/constituent/7', '/api/v1/constituents/7'],
    ['/api/v1/gift', '/api/v1/gifts/search'],
  ] as const) {
    t.is(near(typed), meant, typed);
  }
});

test('nearestPath() returns undefined if no path is close', t => {
  for (const path of [
    '/',
    '/api',
    '/api/v1',
    '/x',
    '/api/v1/nothing',
    '/api/v1/groups/5/x',
    `/api/v1/${'a/'.repeat(20)}`,
  ]) {
    t.is(near(path), undefined, path);
  }
});
