/** What finds packets in Wireshark, by number in the file: one, or the first and the last. */
export function filterOf(packets: readonly number[]): string {
  const [first, last = first] = packets;
  return first === last ? `frame.number == ${first}` : `frame.number >= ${first} && frame.number <= ${last}`;
}
