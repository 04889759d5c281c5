import {declareHalf} from './files.js';

await declareHalf(1);
