import { translate } from '@docusaurus/Translate';
import { formatNumber, formatSetting } from '../../views/format';
import type { PipeLayout } from '../../views/pipe/layoutPipe';
import type { Step } from '../../views/pipe/steps';
import type { AckTrack, PacketTrack } from '../../views/pipe/track';

/** The picture as a whole, for those who don't see it. */
export const sayPipe = ({ rtt, rate, queue }: PipeLayout): string => {
  const values = {
    rtt: formatSetting(rtt * 1000, 'ms'),
    rate: rate === undefined ? '' : formatSetting(rate / 1e6, 'Mbit/s'),
    limit: queue.limit ?? '',
  };
  return queue.limit === undefined
    ? translate(
        { id: 'figure.pipe.alt', message: 'The path: sender, queue, bottleneck {rate}, receiver; round trip {rtt}.' },
        values,
      )
    : translate(
        {
          id: 'figure.pipe.altLimit',
          message: 'The path: sender, queue for {limit} packets, bottleneck {rate}, receiver; round trip {rtt}.',
        },
        values,
      );
};

function fateOf(packets: PacketTrack, row: number): string {
  switch (packets.fate(row)) {
    case 'dropped':
      return translate({ id: 'figure.pipe.fate.dropped', message: 'dropped, queue full' });
    case 'lost':
      return translate({ id: 'figure.pipe.fate.lost', message: 'lost on the way' });
    default:
      return translate({ id: 'figure.pipe.fate.delivered', message: 'arrives' });
  }
}

/** A packet in words: its number, its bytes, what becomes of it. */
export function sayPacket(packets: PacketTrack, row: number): string {
  const [seq, length] = [packets.seq[row]!, packets.length[row]!];
  const values = {
    number: packets.number(row),
    from: formatNumber(seq),
    to: formatNumber(seq + length),
    fate: fateOf(packets, row),
  };
  return packets.again[row] === 1
    ? translate(
        { id: 'figure.pipe.packetAgain', message: 'Packet {number}, bytes {from}–{to}, sent again: {fate}' },
        values,
      )
    : translate({ id: 'figure.pipe.packet', message: 'Packet {number}, bytes {from}–{to}: {fate}' }, values);
}

/** What happens in a step. */
export function sayStep({ kind, row }: Step, packets: PacketTrack, acks: AckTrack | undefined): string {
  if (kind === 'acked') {
    const ack = formatNumber(acks?.ack[row] ?? NaN);
    return translate(
      { id: 'figure.pipe.step.acked', message: 'An ACK is back: everything before byte {ack} has arrived' },
      { ack },
    );
  }
  if (kind === 'sent') return sayPacket(packets, row);
  const values = { number: packets.number(row) };
  return kind === 'left'
    ? translate({ id: 'figure.pipe.step.left', message: 'Packet {number} passes the bottleneck' }, values)
    : translate({ id: 'figure.pipe.step.arrived', message: 'Packet {number} arrives' }, values);
}

/** "50 × slower": than the connection itself, or than the drawing usually is. */
export function saySpeed(slower: number, isReal: boolean): string {
  if (slower === 1)
    return isReal
      ? translate({ id: 'figure.pipe.speed.real', message: 'real time' })
      : translate({ id: 'figure.pipe.speed.usual', message: 'usual speed' });
  if (slower < 1)
    return translate(
      { id: 'figure.pipe.speed.faster', message: '{times} × faster' },
      { times: formatNumber(1 / slower) },
    );
  return translate({ id: 'figure.pipe.speed.slower', message: '{times} × slower' }, { times: formatNumber(slower) });
}
