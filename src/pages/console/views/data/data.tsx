export function Data() {
  return <p>later</p>;
}
