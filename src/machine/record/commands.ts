import type { Scenario } from './scenario';
import type { Command } from './record';

/** The commands that make the scenario's path and hosts, as chapters print them. */
export function commandsOf({ net, flows }: Scenario): Command[] {
  const [{ rtt_ms: rtt }] = net.senders;
  const { bottleneck } = net;
  const router = [
    `tc qdisc add dev back root netem delay ${rtt}ms limit 100000`,
    ...('root' in bottleneck
      ? [`tc qdisc add dev out root ${bottleneck.root}`]
      : [
          `tc qdisc add dev out root handle 1: tbf rate ${bottleneck.rate_mbit}mbit burst 4542 limit 100000000`,
          `tc qdisc add dev out parent 1:1 ${bottleneck.qdisc ?? 'pfifo limit 100'}`,
        ]),
  ];
  if (net.loss) router.push(`tc qdisc add dev in root netem loss ${net.loss * 100}% limit 100000`);
  const settings = Object.entries(net.sysctl ?? {}).flatMap(([whose, values]) =>
    Object.entries(values).flatMap(([name, value]) =>
      PLACES[whose as keyof typeof PLACES].map((place) => ({ place, line: `sysctl -qw ${name}="${value}"` })),
    ),
  );
  const buffer = flows.find(({ rcvbuf }) => rcvbuf)?.rcvbuf;
  if (buffer) settings.push({ place: 'receiver', line: `sysctl -qw net.ipv4.tcp_rmem="4096 ${buffer} ${buffer}"` });
  return [...settings, ...router.map((line) => ({ place: 'router' as const, line }))];
}

const PLACES = {
  all: ['sender', 'receiver'],
  ends: ['sender', 'receiver'],
  snd: ['sender'],
  rcv: ['receiver'],
} as const;
