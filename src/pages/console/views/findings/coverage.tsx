export function Coverage() {
  return <p>later</p>;
}
