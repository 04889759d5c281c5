import {create, destroy, list, show, update} from '../../operations/crud.js';
import type {Resource} from '../../operations/kinds/kind.js';
import {beyondContract} from '../../operations/operation.js';

export const fundraisingOperations = <R extends {readonly id: number}>(resource: Resource<R>) => [
  list(resource),
  ...beyondContract('declared: the service has these, the contract describes only the list', [
    create(resource),
    show(resource),
    update(resource),
    destroy(resource),
  ]),
];
