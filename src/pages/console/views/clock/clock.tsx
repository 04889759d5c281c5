export function ClockView() {
  return <p>later</p>;
}
