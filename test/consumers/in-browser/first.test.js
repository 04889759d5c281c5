import {declareHalf} from './files.js';

await declareHalf(0);
