import type {Middleware, ParameterizedContext} from 'koa';
import type {RequestState} from '../request-state.js';

export type FaultContext = ParameterizedContext<RequestState>;

export type FaultStep = Middleware<RequestState>;
