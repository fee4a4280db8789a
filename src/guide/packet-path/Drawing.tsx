import type { ReactNode } from 'react';
import { inkOf } from '../../views/styles';
import { Marker, Packets, Queue } from './shapes';
import css from './Drawing.module.css';

/** Two hosts, a pipe with the slowest router in it, and the acknowledgements' way back. The list below says it in words. */
export default function Drawing(): ReactNode {
  return (
    <svg className={css.drawing} viewBox="0 0 1080 352" aria-hidden="true">
      <rect className={css.box} x={10} y={44} width={250} height={298} rx={14} />
      <rect className={css.box} x={820} y={44} width={250} height={298} rx={14} />
      <text className={css.call} x={34} y={30}>
        send()
      </text>
      <text className={css.call} x={1046} y={30} textAnchor="end">
        recv()
      </text>

      {/* Down the sender's stack */}
      <path className={css.drawn} d="M120 20V64" />
      <Queue x={48} y={64} width={144} height={40} packets={8} colour="sndbuf" />
      <path className={css.drawn} d="M120 104V136" />
      <path className={css.filled} style={inkOf('cwnd')} d="M64 136h34v22h-34zM142 136h34v22h-34z" />
      <path className={css.drawn} d="M120 158V190" />
      {[0, 1, 2].map((band) => (
        <Queue key={band} x={48} y={190 + 15 * band} width={144} height={13} packets={5 - 2 * band} colour="queue" />
      ))}
      <path className={css.drawn} d="M120 235V270" />
      <Queue x={48} y={270} width={144} height={40} packets={4} colour="throughput" />

      {/* Through the pipe */}
      <path className={css.pipe} d="M192 290H448M632 290H888" />
      <Packets x={208} y={290} count={9} gap={26} />
      <rect className={css.box} x={440} y={238} width={200} height={104} rx={14} />
      <Queue x={464} y={268} width={152} height={44} packets={9} colour="queue" />
      <path className={css.drawn} style={inkOf('loss')} strokeDasharray="3 4" d="M452 262c-14-24-32-22-40 4" />
      <rect
        className={css.filled}
        style={inkOf('loss')}
        x={402}
        y={222}
        width={13}
        height={18}
        transform="rotate(-18 408 231)"
      />
      <Packets x={660} y={290} count={4} gap={46} />

      {/* Up the receiver's stack */}
      <Queue x={888} y={270} width={144} height={40} packets={3} colour="throughput" />
      <path className={css.drawn} d="M960 270V104" />
      <Queue x={888} y={64} width={144} height={40} packets={6} colour="rwnd" />
      <path className={css.drawn} d="M960 64V20" />

      {/* And back */}
      <path className={css.acks} style={inkOf('inflight')} strokeDasharray="4 22" d="M888 147H252" />
      <path className={css.drawn} style={inkOf('inflight')} d="M262 139l-12 8 12 8" />

      <Marker number={1} x={226} y={84} />
      <Marker number={2} x={226} y={147} />
      <Marker number={3} x={226} y={212} />
      <Marker number={4} x={226} y={262} />
      <Marker number={5} x={540} y={238} />
      <Marker number={6} x={854} y={262} />
      <Marker number={7} x={854} y={84} />
      <Marker number={8} x={540} y={147} />
    </svg>
  );
}
