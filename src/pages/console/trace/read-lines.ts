/** Bytes of a decompressed file: the page keeps all of it in memory. */
const largest = 256 * 1024 * 1024;

const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b;

/**
 * The lines of a file, decompressed if necessary.
 * @throws Error if it is too large, or its compression is damaged
 */
export async function readLines(file: Blob): Promise<string[]> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const plain = isGzip(start) ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let rest = '';
  let size = 0;
  const reader = plain.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > largest) {
      await reader.cancel();
      throw new Error(`The file has more than ${largest / 1024 / 1024} MiB unpacked`);
    }
    const parts = (rest + decoder.decode(next.value, {stream: true})).split('\n');
    rest = parts.pop()!;
    lines.push(...parts);
  }
  return rest === '' ? lines : [...lines, rest];
}
