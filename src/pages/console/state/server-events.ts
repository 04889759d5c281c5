export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Characters. An event is at most a line of a list: more indicates a different kind of stream. */
const longest = 4 * 1024 * 1024;

/** Parses server-sent events from chunks of a stream. It ignores fields that this page does not use. */
export class EventReader {
  #rest = '';
  #name = '';
  #data: string[] = [];

  /** @returns the events that a chunk completes */
  push(piece: string): ServerEvent[] {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop()!;
    if (this.#rest.length > longest) {
      throw new Error('the stream has a line without an end');
    }
    return lines.flatMap(line => this.#line(line.endsWith('\r') ? line.slice(0, -1) : line));
  }

  #line(line: string): ServerEvent[] {
    if (line === '') {
      const event = {name: this.#name, data: this.#data.join('\n')};
      const isThere = this.#data.length > 0;
      this.#name = '';
      this.#data = [];
      return isThere ? [event] : [];
    }
    if (line.startsWith('event:')) {
      this.#name = line.slice(6).trim();
    } else if (line.startsWith('data:')) {
      this.#data.push(line.slice(5).trimStart());
    }
    return [];
  }
}
