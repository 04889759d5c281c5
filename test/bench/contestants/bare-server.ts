import {readFileSync} from 'node:fs';
import {createServer, type RequestListener} from 'node:http';
import Koa, {type Context} from 'koa';
import bodyParser from 'koa-bodyparser';
import type {Replies} from './bare.js';

/** Runs in a separate process: `bare-server.js <kind> <port> <file of replies>`. */
const [kind, port, file] = process.argv.slice(2);
const type = 'application/json; charset=utf-8';
const replies = new Map(Object.entries(JSON.parse(readFileSync(file!, 'utf8')) as Replies));

const http: RequestListener = async (request, response) => {
  if (request.method === 'POST') {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    JSON.parse(Buffer.concat(chunks).toString());
  }
  const body = replies.get(`${request.method} ${request.url}`)!;
  response.writeHead(200, {'Content-Type': type, 'Content-Length': Buffer.byteLength(body)}).end(body);
};

/** Returns an object, which Koa stringifies for each request, or the text if stringifying would change the bytes. */
function bodyOf(text: string): object | string {
  const object = JSON.parse(text) as object;
  return JSON.stringify(object) === text ? object : text;
}

function koa(): RequestListener {
  const bodies = new Map(Array.from(replies, ([request, text]) => [request, bodyOf(text)]));
  const respond = async (ctx: Context) => {
    ctx.body = bodies.get(`${ctx.method} ${ctx.url}`)!;
    ctx.type = type;
  };
  const parse = bodyParser();
  const app = new Koa();
  app.use(ctx => (ctx.method === 'POST' ? parse(ctx, () => respond(ctx)) : respond(ctx)));
  return app.callback();
}

createServer(kind === 'Koa' ? koa() : http).listen(Number(port), '127.0.0.1');
