import { translate } from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import css from './Anatomy.module.css';

const PACKET = { width: 92, height: 22, header: 40 };
const CELL = 16;

const words = () => ({
  alone: translate({
    id: 'prose.anatomy.alone',
    message:
      'A sender and a receiver. A program writes into the send buffer of its socket. Packets, each a header and a segment of data, cross the wire, and ACKs come back on another. Data that has arrived waits in the receive buffer of the other socket until the program there reads it. The window is what may be in flight between the two.',
  }),
  sender: translate({ id: 'prose.anatomy.sender', message: 'sender' }),
  receiver: translate({ id: 'prose.anatomy.receiver', message: 'receiver' }),
  program: translate({ id: 'prose.anatomy.program', message: 'program' }),
  socket: translate({ id: 'prose.anatomy.socket', message: 'socket' }),
  sndbuf: translate({ id: 'prose.anatomy.sndbuf', message: 'send buffer' }),
  rcvbuf: translate({ id: 'prose.anatomy.rcvbuf', message: 'receive buffer' }),
  unsent: translate({ id: 'prose.anatomy.unsent', message: 'not yet sent' }),
  kept: translate({ id: 'prose.anatomy.kept', message: 'sent, no ACK yet' }),
  unread: translate({ id: 'prose.anatomy.unread', message: 'arrived, not yet read' }),
  header: translate({ id: 'prose.anatomy.header', message: 'header' }),
  segment: translate({ id: 'prose.anatomy.segment', message: 'segment' }),
  packet: translate({ id: 'prose.anatomy.packet', message: 'packet' }),
  made: translate({ id: 'prose.anatomy.made', message: 'packet = header + segment' }),
  window: translate({ id: 'prose.anatomy.window', message: 'window' }),
  may: translate({ id: 'prose.anatomy.may', message: 'what may be in flight' }),
  acks: translate({ id: 'prose.anatomy.acks', message: 'ACKs' }),
});

type Words = ReturnType<typeof words>;

/** What a socket, a packet, a segment and a window are, in one drawing: side by side, or on a phone one below the other. */
export default function Anatomy(): ReactNode {
  const said = words();
  return (
    <div className={css.anatomy}>
      <svg className={css.wide} viewBox="0 0 714 244" role="img" aria-label={said.alone}>
        <Wide said={said} />
      </svg>
      <svg className={css.narrow} viewBox="0 0 350 392" role="img" aria-label={said.alone}>
        <Narrow said={said} />
      </svg>
    </div>
  );
}

function Wide({ said }: { said: Words }): ReactNode {
  return (
    <>
      <Host x={1} y={22} width={196} height={220} name={said.sender} />
      <Program x={54} y={36} name={said.program} />
      <Arrow from={[98, 66]} to={[98, 96]} />
      <text className={css.code} x={106} y={85}>
        send()
      </text>
      <Socket x={13} y={98} width={172} height={134} name={said.socket} />
      <Buffer x={25} y={144} width={148} name={said.sndbuf} kind="sndbuf" cells={['unsent', 'unsent', ...KEPT]} />
      <Key x={25} y={201} kind="unsent" name={said.unsent} />
      <Key x={25} y={219} kind="unacked" name={said.kept} />

      <rect className={css.wire} x={197} y={142} width={320} height={34} />
      <rect className={css.wire} x={197} y={206} width={320} height={12} />
      <path className={css.window} d="M207 130 v-8 h300 v8" />
      <text className={css.inflight} x={357} y={112} textAnchor="middle">
        <tspan className={css.strong}>{said.window}</tspan>
        <tspan dx={6}>{said.may}</tspan>
      </text>
      <Packet x={207} y={148} />
      <Packet x={311} y={148} said={said} />
      <Packet x={415} y={148} />
      <text className={css.mark} x={357} y={193} textAnchor="middle">
        {said.made}
      </text>
      {[240, 330, 420].map((x) => (
        <rect key={x} className={css.ack} x={x} y={205} width={5} height={14} />
      ))}
      <Arrow from={[507, 234]} to={[207, 234]} />
      <text className={css.ground} x={357} y={238} textAnchor="middle">
        {said.acks}
      </text>

      <Host x={517} y={22} width={196} height={220} name={said.receiver} />
      <Program x={570} y={36} name={said.program} />
      <Arrow from={[614, 96]} to={[614, 68]} />
      <text className={css.code} x={622} y={85}>
        recv()
      </text>
      <Socket x={529} y={98} width={172} height={134} name={said.socket} />
      <Buffer x={541} y={144} width={148} name={said.rcvbuf} kind="rwnd" cells={UNREAD} />
      <Key x={541} y={201} kind="rwnd" name={said.unread} />
    </>
  );
}

function Narrow({ said }: { said: Words }): ReactNode {
  return (
    <>
      <Host x={1} y={20} width={348} height={112} name={said.sender} />
      <Program x={12} y={62} name={said.program} />
      <Arrow from={[100, 77]} to={[142, 77]} />
      <text className={css.code} x={122} y={56} textAnchor="middle">
        send()
      </text>
      <Socket x={144} y={28} width={196} height={96} name={said.socket} />
      <Buffer x={156} y={66} width={172} name={said.sndbuf} kind="sndbuf" cells={['unsent', 'unsent', ...KEPT]} />
      <Key x={156} y={115} kind="unsent" name={said.unsent} />
      <Key x={236} y={115} kind="unacked" name={said.kept} />

      <rect className={css.wire} x={50} y={132} width={104} height={130} />
      <rect className={css.wire} x={314} y={132} width={12} height={130} />
      <Packet x={56} y={144} />
      <Packet x={56} y={186} said={said} />
      <Packet x={56} y={228} />
      <text className={css.mark} x={44} y={201} textAnchor="end">
        {said.packet}
      </text>
      <path className={css.window} d="M160 144 h8 v106 h-8" />
      <text className={css.inflight} x={176} y={194}>
        <tspan className={css.strong}>{said.window}</tspan>
        <tspan x={176} dy={17}>
          {said.may}
        </tspan>
      </text>
      {[152, 194, 236].map((y) => (
        <rect key={y} className={css.ack} x={313} y={y} width={14} height={5} />
      ))}
      <Arrow from={[338, 256]} to={[338, 138]} />
      <text className={css.mark} x={308} y={156} textAnchor="end">
        {said.acks}
      </text>

      <Host x={1} y={262} width={348} height={112} name={said.receiver} isBelow />
      <Program x={12} y={304} name={said.program} />
      <Arrow from={[142, 319]} to={[102, 319]} />
      <text className={css.code} x={122} y={298} textAnchor="middle">
        recv()
      </text>
      <Socket x={144} y={270} width={196} height={96} name={said.socket} />
      <Buffer x={156} y={308} width={172} name={said.rcvbuf} kind="rwnd" cells={UNREAD} />
      <Key x={156} y={357} kind="rwnd" name={said.unread} />
    </>
  );
}

type Kind = 'unsent' | 'unacked' | 'sndbuf' | 'rwnd';

/** Of what a buffer holds, that which is nearest to the wire. */
const KEPT: Kind[] = ['unacked', 'unacked', 'unacked', 'unacked'];
const UNREAD: Kind[] = ['rwnd', 'rwnd', 'rwnd'];

interface Place {
  x: number;
  y: number;
}

interface Named extends Place {
  name: string;
}

interface Box extends Named {
  width: number;
  height: number;
}

function Host({ name, isBelow, ...box }: Box & { isBelow?: boolean }): ReactNode {
  return (
    <>
      <rect className={css.host} {...box} rx={8} />
      <text className={css.strong} x={box.x} y={isBelow ? box.y + box.height + 16 : box.y - 8}>
        {name}
      </text>
    </>
  );
}

function Program({ x, y, name }: Named): ReactNode {
  return (
    <>
      <rect className={css.program} x={x} y={y} width={88} height={30} rx={3} />
      <text x={x + 44} y={y + 19} textAnchor="middle">
        {name}
      </text>
    </>
  );
}

function Socket({ name, ...box }: Box): ReactNode {
  return (
    <>
      <rect className={css.socket} {...box} rx={3} />
      <text className={css.strong} x={box.x + 12} y={box.y + 18}>
        {name}
      </text>
    </>
  );
}

/** Its cells lie at the end that is nearer to the wire of a sender, and to the program of a receiver. */
function Buffer({ x, y, width, name, kind, cells }: Named & { width: number; kind: Kind; cells: Kind[] }): ReactNode {
  const first = kind === 'rwnd' ? x + 4 : x + width - 4 - cells.length * CELL;
  return (
    <>
      <text className={css[kind]} x={x} y={y - 7}>
        {name}
      </text>
      <rect className={css.buffer} data-kind={kind} x={x} y={y} width={width} height={30} />
      {cells.map((each, number) => (
        <rect key={number} className={css[each]} x={first + number * CELL + 1} y={y + 5} width={CELL - 2} height={20} />
      ))}
    </>
  );
}

function Key({ x, y, kind, name }: Named & { kind: Kind }): ReactNode {
  return (
    <>
      <rect className={css[kind]} x={x} y={y - 9} width={9} height={9} />
      <text className={css.mark} x={x + 14} y={y}>
        {name}
      </text>
    </>
  );
}

function Packet({ x, y, said }: Place & { said?: Words }): ReactNode {
  const { width, height, header } = PACKET;
  return (
    <>
      <rect className={css.header} x={x} y={y} width={header} height={height} />
      <rect className={css.segment} x={x + header} y={y} width={width - header} height={height} />
      {said && (
        <g textAnchor="middle">
          <text className={css.within} x={x + header / 2} y={y + 15}>
            {said.header}
          </text>
          <text className={css.within} x={x + (header + width) / 2} y={y + 15}>
            {said.segment}
          </text>
        </g>
      )}
    </>
  );
}

function Arrow({ from: [x, y], to: [right, down] }: { from: [number, number]; to: [number, number] }): ReactNode {
  const [dx, dy] = [Math.sign(right - x), Math.sign(down - y)];
  return (
    <>
      <path className={css.arrow} d={`M${x} ${y}L${right} ${down}`} />
      <path className={css.tip} d={`M${right} ${down}l${-7 * dx - 4 * dy} ${-7 * dy - 4 * dx}l${8 * dy} ${8 * dx}z`} />
    </>
  );
}
